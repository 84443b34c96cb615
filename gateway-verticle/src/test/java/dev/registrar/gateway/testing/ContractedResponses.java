package dev.registrar.gateway.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Checks responses against the OpenAPI contract: status, headers and body. */
final class ContractedResponses {
    private static final String VERSION_PREFIX = "/v1";
    private static final JsonNode CONTRACT = read();
    private static final SchemaRegistry REGISTRY = SchemaRegistry.withDialect(Dialects.getOpenApi30());
    private static final Map<String, Schema> SCHEMAS = new ConcurrentHashMap<>();

    private ContractedResponses() {}

    /** Checks a response; one to a request without an operation in the contract passes, such as a 405. */
    static void expectKept(Received received, String description) {
        var operation = operation(received.method(), received.path());
        if (operation.isEmpty()) {
            return;
        }
        var declared = resolved(operation.get().path("responses").path(Integer.toString(received.status())));
        assertThat(declared.isMissingNode())
                .as("The contract does not declare this status: " + description)
                .isFalse();
        expectHeaders(declared, received, description);
        expectBody(declared, received, description);
    }

    /** A response, from any kind of client, with the method and path of its request. */
    record Received(String method, String path, int status, Function<String, Optional<String>> header, String body) {}

    private static void expectHeaders(JsonNode declared, Received received, String description) {
        declared.path("headers").fields().forEachRemaining(header -> {
            if (resolved(header.getValue()).path("required").asBoolean()) {
                assertThat(received.header().apply(header.getKey()))
                        .as("The contract requires header %s: %s".formatted(header.getKey(), description))
                        .isPresent();
            }
        });
    }

    private static void expectBody(JsonNode declared, Received received, String description) {
        var mediaType = received.header().apply("Content-Type").map(type -> type.replaceAll(";.*", ""));
        if (mediaType.isEmpty() || received.method().equals("HEAD")) {
            return;
        }
        var schema = declared.path("content").path(mediaType.get()).path("schema");
        assertThat(schema.isMissingNode())
                .as("The contract does not declare this media type: " + description)
                .isFalse();
        assertThat(SCHEMAS.computeIfAbsent(schema.toString(), text -> schemaOf(schema))
                        .validate(Response.parse(received.body(), description)))
                .as("The contract's schema does not accept the body: " + description)
                .isEmpty();
    }

    /** Returns a schema of the contract together with the components that it refers to. */
    private static Schema schemaOf(JsonNode schema) {
        ObjectNode whole = schema.deepCopy();
        whole.set("components", CONTRACT.path("components"));
        return REGISTRY.getSchema(whole);
    }

    private static Optional<JsonNode> operation(String method, String path) {
        var name = method.equals("HEAD") ? "get" : method.toLowerCase(Locale.ROOT);
        var paths = CONTRACT.path("paths").fields();
        while (paths.hasNext()) {
            var declared = paths.next();
            var pattern =
                    VERSION_PREFIX + declared.getKey().replace("{id}", "[^/]+").replaceAll("/$", "") + "/?";
            if (path.matches(pattern)) {
                return Optional.ofNullable(declared.getValue().get(name));
            }
        }
        return Optional.empty();
    }

    private static JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? CONTRACT.at(node.path("$ref").asText().substring(1)) : node;
    }

    private static JsonNode read() {
        try (var file = ContractedResponses.class.getResourceAsStream("/openapi.json")) {
            return new ObjectMapper().readTree(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
