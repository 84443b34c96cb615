package dev.registrar.testing.eventbus;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The AsyncAPI document of the service, and the check of messages against its schemas. */
public final class BusContract {
    private static final JsonMapper JSON = new JsonMapper();
    private static final JsonNode DOCUMENT = read();
    private static final SchemaRegistry REGISTRY = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7);
    private static final Map<String, Schema> SCHEMAS = new ConcurrentHashMap<>();

    private BusContract() {}

    /**
     * An example of a message.
     *
     * @param message the name of the message in the document
     * @param name begins with what the message does and the last part of its address
     */
    public record Example(String message, String name, JsonNode headers, JsonNode payload) {
        /** The last part of the address to which a request is sent: a resource type, or the source of events. */
        public String addressee() {
            return name.split(" ", 3)[1];
        }

        @Override
        public String toString() {
            return name;
        }
    }

    public static JsonNode document() {
        return DOCUMENT;
    }

    /** The names of the messages of a channel. */
    public static List<String> messagesOf(String channel) {
        return DOCUMENT.path("channels").path(channel).path("messages").properties().stream()
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The examples of these messages. */
    public static Stream<Example> examples(String... messages) {
        return Arrays.stream(messages)
                .flatMap(message -> StreamSupport.stream(
                                declaration(message).path("examples").spliterator(), false)
                        .map(example -> new Example(
                                message,
                                example.path("name").asText(),
                                example.path("headers"),
                                example.path("payload"))));
    }

    /** Expects that the contract allows a request. */
    public static void expectRequest(String address, MultiMap headers, Object body) {
        if (address.startsWith("registrar.events.")) {
            expectValid("replay", jsonOf(headers), jsonOf(body));
        } else if (headers.contains("action")) {
            expectValid(messageOf(headers.get("action")), jsonOf(headers), jsonOf(body));
        }
    }

    /** Expects that the contract allows a reply to a request. */
    public static void expectReply(String address, MultiMap requested, MultiMap headers, Object body) {
        if (address.startsWith("registrar.events.")) {
            expectValid("replayed", jsonOf(headers), jsonOf(body));
        } else if (requested.contains("action")) {
            var isEmpty = ((Buffer) body).length() == 0;
            var empty = headers.contains("stream") ? "file" : "noDocument";
            expectValid(isEmpty ? empty : "document", jsonOf(headers), isEmpty ? nothing() : jsonOf(body));
        }
    }

    public static void expectEvent(JsonObject event) {
        expectValid("event", nothing(), jsonOf(event));
    }

    public static void expectQuestion(JsonObject question) {
        expectValid("question", nothing(), jsonOf(question));
    }

    /** Expects that headers and payload are valid according to the schemas of a message. */
    public static void expectValid(String message, JsonNode headers, JsonNode payload) {
        expectValid(message, "headers", headers);
        expectValid(message, "payload", payload);
    }

    private static void expectValid(String message, String part, JsonNode value) {
        var schema = declaration(message).path(part);
        if (schema.isMissingNode() || value.isMissingNode()) {
            assertThat(value.isMissingNode() || part.equals("headers"))
                    .as("The message %s has no %s", message, part)
                    .isTrue();
            return;
        }
        assertThat(SCHEMAS.computeIfAbsent(message + "/" + part, key -> schemaOf(schema))
                        .validate(value))
                .as("The contract's schema of the %s of %s does not accept %s", part, message, value)
                .isEmpty();
    }

    private static JsonNode declaration(String message) {
        var declaration = DOCUMENT.at("/components/messages").path(message);
        assertThat(declaration.isObject())
                .as("The contract has the message " + message)
                .isTrue();
        return declaration;
    }

    /** A schema of the contract, with the components to which it refers. */
    private static Schema schemaOf(JsonNode schema) {
        ObjectNode whole = JSON.createObjectNode();
        whole.set("components", DOCUMENT.path("components"));
        whole.putArray("allOf").add(schema);
        return REGISTRY.getSchema(whole);
    }

    /** The message of an action: that of {@code linkage-add} is {@code linkageAdd}. */
    public static String messageOf(String action) {
        var words = action.split("-", -1);
        return words[0]
                + Arrays.stream(words)
                        .skip(1)
                        .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                        .collect(Collectors.joining());
    }

    private static JsonNode jsonOf(MultiMap headers) {
        var json = JSON.createObjectNode();
        headers.forEach(json::put);
        return json;
    }

    private static JsonNode jsonOf(Object body) {
        try {
            return body == null ? nothing() : JSON.readTree(body.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode nothing() {
        return MissingNode.getInstance();
    }

    private static JsonNode read() {
        try (var file = BusContract.class.getResourceAsStream("/asyncapi.yaml")) {
            return new YAMLMapper().readTree(Optional.ofNullable(file).orElseThrow());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
