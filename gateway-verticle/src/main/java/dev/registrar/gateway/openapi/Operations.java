package dev.registrar.gateway.openapi;

import dev.registrar.gateway.contract.ContractOperation;
import dev.registrar.gateway.contract.PathShape;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Expands the abbreviated operations of the contract; {@code contract.yaml} explains the abbreviations. */
final class Operations {
    private static final Set<String> METHODS = Set.of("get", "post", "patch", "put", "delete");
    private static final String PARAMETERS = "parameters";
    private static final String SCOPE = "scope";
    private static final String READ = "read";

    private final JsonObject errors;
    private final AbbreviatedResponses responses;
    private final Map<String, List<String>> parameterGroups;
    private final Set<String> forAdministrators;

    /**
     * Prepares to expand operations.
     *
     * @param errors the names of error responses by the names of their groups
     * @param parameterGroups the names of parameters by the names of their groups
     * @param forAdministrators the names of the types that only administrators may read
     */
    Operations(
            JsonObject errors,
            AbbreviatedResponses responses,
            Map<String, List<String>> parameterGroups,
            Set<String> forAdministrators) {
        this.errors = errors;
        this.responses = responses;
        this.parameterGroups = parameterGroups;
        this.forAdministrators = forAdministrators;
    }

    /** The operations of a path, abbreviated or not. */
    static Stream<JsonObject> of(JsonObject path) {
        return path.fieldNames().stream().filter(METHODS::contains).map(path::getJsonObject);
    }

    /** Expands all operations of these paths. */
    void expandAll(JsonObject paths) {
        paths.forEach(entry -> {
            var path = (JsonObject) entry.getValue();
            expandParameters(path);
            if (of(path).noneMatch(operation -> operation.containsKey("tags"))) {
                describe(PathShape.segmentsOf(entry.getKey()), path);
            }
            of(path).forEach(this::expand);
        });
    }

    /** The operations of a resource type have its name as their tag, and need the scopes of their actions, separated by spaces. */
    private void describe(List<String> segments, JsonObject path) {
        var shape = PathShape.of(segments);
        var more = forAdministrators.contains(segments.get(0)) ? " " + ContractOperation.ADMINISTRATIVE : "";
        for (var method : METHODS) {
            if (path.containsKey(method)) {
                path.getJsonObject(method)
                        .put("tags", new JsonArray().add(segments.get(0)))
                        .put(
                                SCOPE,
                                shape.action(HttpMethod.valueOf(method.toUpperCase(Locale.ROOT)))
                                                .scope()
                                        + more);
            }
        }
    }

    private void expand(JsonObject operation) {
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
                .flatMap(group -> errors.getJsonArray(group).stream())
                .map(String.class::cast)
                .forEach(name -> byStatus.put(responses.statusOfError(name), name));
        var references = new JsonObject();
        byStatus.forEach((status, name) -> references.put(status, OpenApi.reference("responses", name)));
        return references;
    }
}
