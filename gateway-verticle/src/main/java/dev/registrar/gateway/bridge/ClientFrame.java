package dev.registrar.gateway.bridge;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;
import static dev.registrar.resource.error.ErrorCode.UNAUTHENTICATED;
import static dev.registrar.resource.error.ErrorSource.header;
import static dev.registrar.resource.error.ErrorSource.pointer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.registrar.resource.bus.ResourceBus;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.error.Excerpt;
import dev.registrar.resource.error.Misspelling;
import dev.registrar.resource.json.Json;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A frame that a client has sent.
 *
 * @param size in bytes
 */
record ClientFrame(ObjectNode members, int size) {
    private static final List<String> MEMBERS = List.of("type", "address", "replyAddress", "headers", "body");
    private static final String TOKEN = "token";
    private static final int MAX_ADDRESS = 255;

    /**
     * Parses a frame.
     *
     * @throws dev.registrar.resource.error.JsonApiException when it is not a JSON object within the bounds
     */
    static ClientFrame parse(Buffer bytes) {
        if (Json.readMessage(bytes) instanceof ObjectNode members) {
            members.properties().removeIf(member -> member.getValue().isNull());
            return new ClientFrame(members, bytes.length());
        }
        throw malformed("", "A frame must be a JSON object.");
    }

    String type() {
        return members.path("type").asText("");
    }

    /** The address to which to reply; empty if there is none that can be used. */
    Optional<String> replyAddress() {
        return Optional.ofNullable(members.path("replyAddress").textValue())
                .filter(address -> address.length() <= MAX_ADDRESS);
    }

    /** The address, for an error; empty if it cannot be used. */
    Optional<String> sourceAddress() {
        return Optional.ofNullable(members.path("address").textValue())
                .filter(address -> address.length() <= MAX_ADDRESS);
    }

    /** The client's own id of the request, for an error. */
    Optional<String> requestId() {
        return Optional.ofNullable(
                        members.path("body").path(ResourceBus.REQUEST_ID).textValue())
                .filter(ResourceRequest::isRequestId);
    }

    /** Fails if there is a member that the protocol does not have, or one of the wrong type. */
    ClientFrame requireWellFormed() {
        members.fieldNames().forEachRemaining(name -> {
            if (!MEMBERS.contains(name)) {
                throw malformed(
                        name,
                        "A frame has no member \"%s\"; %s"
                                .formatted(Excerpt.of(name), Misspelling.remedy(name, MEMBERS, "its members")));
            }
        });
        requireShortText("address");
        requireShortText("replyAddress");
        if (members.has("headers") && !members.get("headers").isObject()) {
            throw malformed("headers", "\"headers\" must be an object.");
        }
        return this;
    }

    private void requireShortText(String name) {
        var value = members.get(name);
        if (value != null && (!value.isTextual() || value.textValue().length() > MAX_ADDRESS)) {
            throw malformed(name, "\"%s\" must be a text of at most %d characters.".formatted(name, MAX_ADDRESS));
        }
    }

    /** The address; fails if it is missing. */
    String address() {
        if (!members.has("address")) {
            throw malformed("address", "\"address\" is missing.");
        }
        return members.get("address").textValue();
    }

    /** The address to which to reply; fails if it is missing. */
    String requireReplyAddress() {
        return replyAddress()
                .orElseThrow(() -> malformed(
                        "replyAddress",
                        "\"replyAddress\" is missing: each request gets a reply, at an address you choose."));
    }

    /** The headers; fails unless all of them have these names and are texts. */
    MultiMap headers(Set<String> known) {
        var headers = MultiMap.caseInsensitiveMultiMap();
        for (var entry : members.path("headers").properties()) {
            var name = entry.getKey();
            if (!known.contains(name)) {
                throw unknownHeader(name, known);
            }
            if (!entry.getValue().isTextual()) {
                throw MALFORMED_REQUEST
                        .at(header(name), "The header \"%s\" must be a text.".formatted(name))
                        .asException();
            }
            headers.add(name, entry.getValue().textValue());
        }
        return headers;
    }

    private static RuntimeException unknownHeader(String name, Set<String> known) {
        var possible = switch (known.size()) {
            case 0 -> "this frame has no headers.";
            case 1 ->
                "the only header of this request is %s."
                        .formatted(known.iterator().next());
            default -> Misspelling.remedy(name, known.stream().sorted().toList(), "in lower case, the headers");
        };
        return MALFORMED_REQUEST
                .at(header(Excerpt.of(name)), "There is no header \"%s\"; %s".formatted(Excerpt.of(name), possible))
                .asException();
    }

    /** The token of a login; fails if it is missing. */
    String requireToken() {
        return Optional.ofNullable(body().path(TOKEN).textValue())
                .orElseThrow(() -> UNAUTHENTICATED
                        .at(pointer(TOKEN), "\"token\" is missing or is not a text; send { \"token\": \"...\" }.")
                        .asException());
    }

    /** The body, empty if there is none; fails if it is not an object. */
    ObjectNode body() {
        var body = members.path("body");
        if (body.isMissingNode()) {
            return members.objectNode();
        }
        if (body instanceof ObjectNode object) {
            return object;
        }
        throw malformed("body", "\"body\" must be an object.");
    }

    /** The body as JSON. */
    Buffer bodyAsJson() {
        JsonNode body = body();
        return Json.write(out -> out.writeTree(body));
    }

    private static RuntimeException malformed(String member, String detail) {
        return MALFORMED_REQUEST
                .at(member.isEmpty() ? pointer() : pointer(member), detail)
                .asException();
    }
}
