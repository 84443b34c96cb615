package dev.registrar.testing.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Checks responses against the OpenAPI contract: status, headers and body.
 */
public final class ContractedResponses {
    private static final String VERSION_PREFIX = "/v1";
    private static final List<JsonNode> CONTRACTS = new CopyOnWriteArrayList<>(List.of(read()));
    private static final SchemaRegistry REGISTRY = SchemaRegistry.withDialect(Dialects.getOpenApi30());
    private static final Map<String, Schema> SCHEMAS = new ConcurrentHashMap<>();

    private static final Pattern JSON = Pattern.compile("application/(.*\\+)?json");

    private ContractedResponses() {}

    /** From now on, checks responses of other resource types against their contract, too. */
    public static void addContract(JsonObject contract) {
        CONTRACTS.add(Response.parse(contract.encode(), "The contract with the types of a test"));
    }

    /** Checks a response; one to a request without an operation in the contract passes, such as a 405. */
    static void expectKept(Received received, String description) {
        var operation = operation(received.method(), received.path());
        if (operation.isEmpty()) {
            return;
        }
        var declared = operation.get().response(received.status());
        assertThat(declared.isMissingNode())
                .as("The contract does not declare this status: " + description)
                .isFalse();
        expectHeaders(operation.get(), declared, received, description);
        expectBody(operation.get(), declared, received, description);
    }

    /** A response, from any kind of client, with the method and path of its request. */
    record Received(
            String method,
            String path,
            int status,
            Function<String, Optional<String>> header,
            Supplier<JsonNode> body) {}

    /** A path of a contract, with the pattern that request paths match and its operations by method. */
    private record Path(JsonNode contract, Pattern pattern, JsonNode operations) {}

    /** An operation of a contract. */
    private record Operation(JsonNode contract, JsonNode declaration) {
        JsonNode response(int status) {
            return resolved(declaration.path("responses").path(Integer.toString(status)));
        }

        JsonNode resolved(JsonNode node) {
            return node.has("$ref") ? contract.at(node.path("$ref").asText().substring(1)) : node;
        }

        /** A schema of the contract, with the components to which it refers. */
        Schema schemaOf(JsonNode schema) {
            ObjectNode whole = schema.deepCopy();
            whole.set("components", contract.path("components"));
            return REGISTRY.getSchema(whole);
        }
    }

    private static void expectHeaders(Operation operation, JsonNode declared, Received received, String description) {
        declared.path("headers").fields().forEachRemaining(header -> {
            if (operation.resolved(header.getValue()).path("required").asBoolean()) {
                assertThat(received.header().apply(header.getKey()))
                        .as("The contract requires header %s: %s".formatted(header.getKey(), description))
                        .isPresent();
            }
        });
    }

    private static void expectBody(Operation operation, JsonNode declared, Received received, String description) {
        var mediaType = received.header().apply("Content-Type").map(type -> type.replaceAll(";.*", ""));
        if (mediaType.isEmpty() || received.method().equals("HEAD")) {
            return;
        }
        var schema = declared.path("content").path(mediaType.get()).path("schema");
        assertThat(schema.isMissingNode())
                .as("The contract does not declare this media type: " + description)
                .isFalse();
        if (!JSON.matcher(mediaType.get()).matches()) {
            return;
        }
        var key = CONTRACTS.indexOf(operation.contract) + schema.toString();
        assertThat(SCHEMAS.computeIfAbsent(key, text -> operation.schemaOf(schema))
                        .validate(received.body().get()))
                .as("The contract's schema does not accept the body: " + description)
                .isEmpty();
    }

    private static Optional<Operation> operation(String method, String path) {
        var name = method.equals("HEAD") ? "get" : method.toLowerCase(Locale.ROOT);
        return CONTRACTS.stream()
                .flatMap(ContractedResponses::paths)
                .filter(declared -> declared.operations().has(name)
                        && declared.pattern().matcher(path).matches())
                .map(declared ->
                        new Operation(declared.contract(), declared.operations().get(name)))
                .findFirst();
    }

    private static Stream<Path> paths(JsonNode contract) {
        return contract.path("paths").properties().stream()
                .map(path -> new Path(contract, pattern(path.getKey()), path.getValue()));
    }

    private static Pattern pattern(String path) {
        return Pattern.compile(VERSION_PREFIX + path.replace("{id}", "[^/]+").replaceAll("/$", "") + "/?");
    }

    private static JsonNode read() {
        try (var file = ContractedResponses.class.getResourceAsStream("/openapi.json")) {
            return new ObjectMapper().readTree(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
