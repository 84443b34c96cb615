package dev.registrar.contract;

import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.bus.PathShape;
import dev.registrar.resource.document.writing.ErrorsDocument;
import dev.registrar.resource.error.ErrorCode;
import dev.registrar.resource.error.ErrorSource;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Expands the abbreviated operations, request bodies and responses of the contract; {@code contract.yaml} explains the
 * abbreviations.
 */
final class Abbreviations {
    private static final Set<String> METHODS = Set.of("get", "post", "patch", "put", "delete");
    private static final List<String> MEDIA_TYPES = List.of("application/vnd.api+json", "application/json");
    private static final String REQUEST_ID = "9962e624-3402-4c2d-ad89-3a32e2fc8b85";
    private static final String PARAMETERS = "parameters";
    private static final String SCOPE = "scope";
    private static final String READ = "read";

    private final JsonObject contract;
    private final JsonObject components;
    private final JsonObject responses;
    private final JsonArray commonHeaders;
    private final JsonObject errorGroups;
    private final Map<String, List<String>> parameterGroups;
    private final Set<String> forAdministrators;

    /**
     * Prepares to expand a contract.
     *
     * @param parameterGroups the names of parameters by the names of their groups
     * @param forAdministrators the names of the types that only administrators may read
     */
    Abbreviations(JsonObject contract, Map<String, List<String>> parameterGroups, Set<String> forAdministrators) {
        this.contract = contract;
        this.parameterGroups = parameterGroups;
        this.forAdministrators = forAdministrators;
        components = contract.getJsonObject("components");
        responses = components.getJsonObject("responses");
        commonHeaders = (JsonArray) contract.remove("common-headers");
        errorGroups = (JsonObject) contract.remove("errors");
    }

    void expand() {
        contract.getJsonObject("paths").forEach(path -> expandPath(path.getKey(), (JsonObject) path.getValue()));
        components.getJsonObject("requestBodies").forEach(body -> {
            expandDocument((JsonObject) body.getValue());
            ((JsonObject) body.getValue()).put("required", true);
        });
        responses.forEach(response -> expandResponse(response.getKey(), (JsonObject) response.getValue()));
    }

    /** All operations of a contract, abbreviated or not. */
    static Stream<JsonObject> operationsOf(JsonObject contract) {
        return contract.getJsonObject("paths").stream().flatMap(path -> operationsAt((JsonObject) path.getValue()));
    }

    private static Stream<JsonObject> operationsAt(JsonObject path) {
        return path.fieldNames().stream().filter(METHODS::contains).map(path::getJsonObject);
    }

    private void expandPath(String url, JsonObject path) {
        expandParameters(path);
        if (operationsAt(path).noneMatch(operation -> operation.containsKey("tags"))) {
            describe(PathShape.segmentsOf(url), path);
        }
        operationsAt(path).forEach(this::expandOperation);
    }

    /** The operations of a resource type have its name as their tag, and need the scopes of their actions. */
    private void describe(List<String> segments, JsonObject path) {
        var shape = PathShape.of(segments);
        var more = forAdministrators.contains(segments.get(0)) ? " " + Caller.ADMINISTRATIVE_IN_CONTRACT : "";
        for (var method : METHODS) {
            if (path.containsKey(method)) {
                var action = shape.action(HttpMethod.valueOf(method.toUpperCase(Locale.ROOT)));
                var operation = path.getJsonObject(method);
                operation
                        .put("tags", new JsonArray().add(segments.get(0)))
                        .put(SCOPE, operation.getString(SCOPE, action.scope() + more));
            }
        }
    }

    private void expandOperation(JsonObject operation) {
        addHeaders(operation);
        expandParameters(operation);
        if (operation.remove(SCOPE) instanceof String scope) {
            operation.put("security", anyLoginWith(scope));
        }
        if (operation.getValue("requestBody") instanceof String body) {
            operation.put("requestBody", OpenApi.reference("requestBodies", body));
        }
        operation.put(
                "responses", responses(operation.getJsonObject("responses"), (String) operation.remove("errors")));
    }

    /** Adds the header that every request may have, and the one that a change by a session needs. */
    private static void addHeaders(JsonObject operation) {
        var parameters = operation.getJsonArray(PARAMETERS, new JsonArray());
        if (!operation.getString(SCOPE, READ).startsWith(READ)) {
            parameters.add("CsrfToken");
        }
        operation.put(PARAMETERS, parameters.add("RequestId"));
    }

    private void expandParameters(JsonObject owner) {
        var names = owner.getJsonArray(PARAMETERS, new JsonArray()).stream()
                .map(String.class::cast)
                .flatMap(name -> parameterGroups.getOrDefault(name, List.of(name)).stream())
                .map(name -> OpenApi.reference(PARAMETERS, name))
                .toList();
        if (!names.isEmpty()) {
            owner.put(PARAMETERS, new JsonArray(names));
        }
    }

    private static JsonArray anyLoginWith(String scopes) {
        return new JsonArray()
                .add(new JsonObject().put("basic", new JsonArray()))
                .add(new JsonObject().put("oauth2", new JsonArray(List.of(scopes.split(" ")))))
                .add(new JsonObject().put("session", new JsonArray()));
    }

    private JsonObject responses(JsonObject own, String errorGroup) {
        Map<String, String> byStatus = new TreeMap<>();
        own.forEach(response -> byStatus.put(response.getKey(), (String) response.getValue()));
        Stream.of("all", errorGroup)
                .flatMap(group -> errorGroups.getJsonArray(group).stream())
                .map(String.class::cast)
                .forEach(name -> byStatus.put(
                        String.valueOf(code(responses.getJsonObject(name).getJsonObject("error"))
                                .status()),
                        name));
        var references = new JsonObject();
        byStatus.forEach((status, name) -> references.put(status, OpenApi.reference("responses", name)));
        return references;
    }

    private static ErrorCode code(JsonObject error) {
        var code = error.getString("code");
        return ErrorCode.named(code)
                .orElseThrow(() -> new IllegalArgumentException(
                        "openapi/contract.yaml: there is no error code %s.".formatted(code)));
    }

    private void expandResponse(String name, JsonObject response) {
        if (response.remove("error") instanceof JsonObject error) {
            components.getJsonObject("examples").put(name, example(error));
            response.put("document", "ErrorsDocument").put("example", name);
        }
        var headers = new JsonObject();
        response.getJsonObject("headers", new JsonObject())
                .forEach(header ->
                        headers.put(header.getKey(), OpenApi.reference("headers", (String) header.getValue())));
        commonHeaders.stream()
                .map(String.class::cast)
                .filter(header -> !headers.containsKey(header))
                .forEach(header -> headers.put(header, OpenApi.reference("headers", header)));
        response.put("headers", headers);
        expandDocument(response);
    }

    private static void expandDocument(JsonObject owner) {
        if (owner.remove("document") instanceof String document) {
            var media = new JsonObject().put("schema", OpenApi.schema(document));
            if (owner.remove("example") instanceof String example) {
                media.put("examples", new JsonObject().put(kebabCase(example), OpenApi.reference("examples", example)));
            }
            var content = new JsonObject();
            MEDIA_TYPES.forEach(type -> content.put(type, media));
            owner.put("content", content.mergeIn(owner.getJsonObject("content", new JsonObject())));
        }
    }

    private static JsonObject example(JsonObject error) {
        var code = code(error);
        var source = error.getJsonObject("source", new JsonObject()).stream()
                .map(place -> new ErrorSource(place.getKey(), (String) place.getValue()))
                .findFirst();
        var written = code.at(source.orElse(null), error.getString("detail"));
        return new JsonObject()
                .put("summary", error.getString("summary"))
                .put("value", ErrorsDocument.of(List.of(written), REQUEST_ID).toJsonObject());
    }

    private static String kebabCase(String name) {
        return name.replaceAll("(?<=.)(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }
}
