package dev.registrar.gateway.openapi;

import dev.registrar.resource.error.ErrorCode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;

/**
 * Expands the abbreviated request bodies and responses of the contract; {@code contract.yaml} explains the
 * abbreviations.
 */
final class AbbreviatedResponses {
    private static final List<String> MEDIA_TYPES = List.of("application/vnd.api+json", "application/json");
    private static final String REQUEST_ID = "9962e624-3402-4c2d-ad89-3a32e2fc8b85";

    private final JsonObject components;
    private final JsonObject responses;
    private final JsonArray commonHeaders;

    /**
     * Prepares to expand them.
     *
     * @param components the components of the contract
     * @param commonHeaders the names of the headers of every response
     */
    AbbreviatedResponses(JsonObject components, JsonArray commonHeaders) {
        this.components = components;
        this.commonHeaders = commonHeaders;
        responses = components.getJsonObject("responses");
    }

    /** The status of an abbreviated response whose error has a code. */
    String statusOfError(String name) {
        return String.valueOf(
                code(responses.getJsonObject(name).getJsonObject("error")).status());
    }

    private static ErrorCode code(JsonObject error) {
        var code = error.getString("code");
        return ErrorCode.named(code)
                .orElseThrow(() -> new IllegalArgumentException(
                        "openapi/contract.yaml: there is no error code %s.".formatted(code)));
    }

    void expand() {
        components.getJsonObject("requestBodies").forEach(body -> {
            expandDocument((JsonObject) body.getValue());
            ((JsonObject) body.getValue()).put("required", true);
        });
        responses.forEach(response -> expand(response.getKey(), (JsonObject) response.getValue()));
    }

    private void expand(String name, JsonObject response) {
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
        var written = new JsonObject()
                .put("id", REQUEST_ID)
                .put("status", String.valueOf(code.status()))
                .put("code", code.code())
                .put("title", code.title())
                .put("detail", error.getString("detail"));
        if (error.containsKey("source")) {
            written.put("source", error.getJsonObject("source"));
        }
        return new JsonObject()
                .put("summary", error.getString("summary"))
                .put(
                        "value",
                        new JsonObject()
                                .put("errors", new JsonArray().add(written))
                                .put("jsonapi", new JsonObject().put("version", "1.0")));
    }

    private static String kebabCase(String name) {
        return name.replaceAll("(?<=.)(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }
}
