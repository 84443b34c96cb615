package dev.registrar.gateway.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Holds answers against the OpenAPI contract: the status, the headers and the body that it declares for them. */
final class ContractedAnswers {
    private static final String VERSION_PREFIX = "/v1";
    private static final JsonNode CONTRACT = read();
    private static final SchemaRegistry REGISTRY = SchemaRegistry.withDialect(Dialects.getOpenApi30());
    private static final Map<String, Schema> SCHEMAS = new ConcurrentHashMap<>();

    private ContractedAnswers() {}

    /** Expects nothing of an answer for which the contract has no operation, as of a method that a URL does not have. */
    static void expectKept(String method, HttpResponse<String> response, String description) {
        var operation = operation(method, response.uri().getPath());
        if (operation.isEmpty()) {
            return;
        }
        var declared = resolved(operation.get().path("responses").path(Integer.toString(response.statusCode())));
        assertThat(declared.isMissingNode())
                .as("The contract does not declare the status: " + description)
                .isFalse();
        expectHeaders(declared, response, description);
        expectBody(method, declared, response, description);
    }

    private static void expectHeaders(JsonNode declared, HttpResponse<String> response, String description) {
        declared.path("headers").fields().forEachRemaining(header -> {
            if (resolved(header.getValue()).path("required").asBoolean()) {
                assertThat(response.headers().firstValue(header.getKey()))
                        .as("Header %s of the contract: %s".formatted(header.getKey(), description))
                        .isPresent();
            }
        });
    }

    private static void expectBody(
            String method, JsonNode declared, HttpResponse<String> response, String description) {
        var mediaType = response.headers().firstValue("Content-Type").map(type -> type.replaceAll(";.*", ""));
        if (mediaType.isEmpty() || method.equals("HEAD")) {
            return;
        }
        var schema = declared.path("content").path(mediaType.get()).path("schema");
        assertThat(schema.isMissingNode())
                .as("The contract does not declare the media type: " + description)
                .isFalse();
        assertThat(SCHEMAS.computeIfAbsent(schema.toString(), text -> schemaOf(schema))
                        .validate(Answer.parse(response.body(), description)))
                .as("Contract: " + description)
                .isEmpty();
    }

    /** A schema of the contract, with the components to which it refers. */
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
        try (var file = ContractedAnswers.class.getResourceAsStream("/openapi.yaml")) {
            return new YAMLMapper().readTree(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
