package dev.registrar.resource.bus;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.resource.document.Json;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A {@link ResourceRequest} as it travels on the event bus: headers, and one JSON object as the body. */
public final class RequestMessage {
    private RequestMessage() {}

    public static MultiMap headersOf(ResourceRequest request) {
        var headers = MultiMap.caseInsensitiveMultiMap()
                .add(ResourceBus.ACTION, request.action().headerValue());
        request.id().ifPresent(id -> headers.add(ResourceBus.ID, id));
        request.relationship().ifPresent(name -> headers.add(ResourceBus.RELATIONSHIP, name));
        request.preconditions().ifMatch().ifPresent(tags -> headers.add(ResourceBus.IF_MATCH, tags));
        request.preconditions().ifNoneMatch().ifPresent(tags -> headers.add(ResourceBus.IF_NONE_MATCH, tags));
        request.idempotencyKey().ifPresent(key -> headers.add(ResourceBus.IDEMPOTENCY_KEY, key));
        if (!request.preferences().equals(Preferences.NONE)) {
            headers.add(ResourceBus.PREFER, request.preferences().toString());
        }
        return headers;
    }

    public static Buffer bodyOf(ResourceRequest request) {
        return Json.write(out -> {
            out.writeStartObject();
            writeCaller(out, request.caller());
            out.writeStringField(ResourceBus.BASE_URL, request.baseUrl());
            if (request.self().isPresent()) {
                out.writeStringField(ResourceBus.SELF, request.self().get());
            }
            out.writeStringField(ResourceBus.REQUEST_ID, request.requestId());
            writeQuery(out, request.query());
            if (request.document().isPresent()) {
                out.writeFieldName(ResourceBus.DOCUMENT);
                out.writeTree(request.document().get());
            }
            out.writeEndObject();
        });
    }

    private static void writeCaller(JsonGenerator out, Caller caller) throws IOException {
        out.writeObjectFieldStart(ResourceBus.CALLER);
        out.writeStringField(ResourceBus.CALLER_ISSUER, caller.issuer());
        out.writeStringField(ResourceBus.CALLER_SUBJECT, caller.subject());
        out.writeStringField(ResourceBus.CALLER_NAME, caller.name());
        writeStrings(out, ResourceBus.CALLER_SCOPES, caller.scopes());
        if (caller.uni().isPresent()) {
            out.writeStringField(ResourceBus.CALLER_UNI, caller.uni().get());
        }
        out.writeEndObject();
    }

    private static void writeQuery(JsonGenerator out, Map<String, List<String>> query) throws IOException {
        out.writeObjectFieldStart(ResourceBus.QUERY);
        for (var parameter : query.entrySet()) {
            writeStrings(out, parameter.getKey(), parameter.getValue());
        }
        out.writeEndObject();
    }

    private static void writeStrings(JsonGenerator out, String name, Iterable<String> strings) throws IOException {
        out.writeArrayFieldStart(name);
        for (var string : strings) {
            out.writeString(string);
        }
        out.writeEndArray();
    }

    /**
     * Reads a request that any verticle may have sent.
     *
     * @param message its body is a Buffer or a JsonObject
     * @throws dev.registrar.resource.error.JsonApiException {@code malformed_request} when it does not keep the contract
     */
    public static ResourceRequest read(Message<?> message) {
        var headers = message.headers();
        var body = Json.read(bytesOf(message.body()));
        return new ResourceRequest(
                actionIn(headers),
                Optional.ofNullable(headers.get(ResourceBus.ID)),
                Optional.ofNullable(headers.get(ResourceBus.RELATIONSHIP)),
                new Preconditions(
                        Optional.ofNullable(headers.get(ResourceBus.IF_MATCH)),
                        Optional.ofNullable(headers.get(ResourceBus.IF_NONE_MATCH))),
                Optional.ofNullable(headers.get(ResourceBus.PREFER))
                        .map(Preferences::of)
                        .orElse(Preferences.NONE),
                Optional.ofNullable(headers.get(ResourceBus.IDEMPOTENCY_KEY)),
                callerIn(body),
                text(body, ResourceBus.BASE_URL).orElse(""),
                text(body, ResourceBus.SELF),
                text(body, ResourceBus.REQUEST_ID).orElse(""),
                queryIn(body),
                Optional.ofNullable(body.get(ResourceBus.DOCUMENT)));
    }

    private static Buffer bytesOf(Object body) {
        if (body instanceof Buffer buffer) {
            return buffer;
        }
        if (body instanceof JsonObject json) {
            return json.toBuffer();
        }
        throw malformed("The message body must be a Buffer or a JsonObject.");
    }

    private static Action actionIn(MultiMap headers) {
        return Optional.ofNullable(headers.get(ResourceBus.ACTION))
                .flatMap(Action::ofHeaderValue)
                .orElseThrow(() -> malformed("The header \"action\" must name one of the documented actions."));
    }

    private static Caller callerIn(JsonNode body) {
        var caller = body.path(ResourceBus.CALLER);
        var name = text(caller, ResourceBus.CALLER_NAME)
                .filter(Caller::isName)
                .orElseThrow(() -> malformed(
                        "The body must name the caller: {\"caller\": {\"name\": ...}}, by at most 255 characters."));
        Set<String> scopes = new HashSet<>();
        caller.path(ResourceBus.CALLER_SCOPES).forEach(scope -> scopes.add(scope.asText()));
        return new Caller(
                issuerIn(caller), subjectIn(caller).orElse(name), name, scopes, text(caller, ResourceBus.CALLER_UNI));
    }

    private static String issuerIn(JsonNode caller) {
        var issuer = text(caller, ResourceBus.CALLER_ISSUER).orElse("");
        if (!Caller.isIssuer(issuer)) {
            throw malformed("\"caller.issuer\" must be at most 255 visible ASCII characters, such as a URL.");
        }
        return issuer;
    }

    private static Optional<String> subjectIn(JsonNode caller) {
        var subject = text(caller, ResourceBus.CALLER_SUBJECT);
        if (subject.isPresent() && !Caller.isName(subject.get())) {
            throw malformed("\"caller.subject\" must be 1 to 255 characters.");
        }
        return subject;
    }

    private static Map<String, List<String>> queryIn(JsonNode body) {
        Map<String, List<String>> query = new LinkedHashMap<>();
        body.path(ResourceBus.QUERY).fields().forEachRemaining(parameter -> {
            List<String> values = new ArrayList<>();
            if (parameter.getValue().isArray()) {
                parameter.getValue().forEach(value -> values.add(value.asText()));
            } else {
                values.add(parameter.getValue().asText());
            }
            query.put(parameter.getKey(), values);
        });
        return query;
    }

    private static Optional<String> text(JsonNode node, String member) {
        return Optional.ofNullable(node.get(member)).map(JsonNode::asText);
    }

    private static RuntimeException malformed(String detail) {
        return MALFORMED_REQUEST.because(detail).asException();
    }
}
