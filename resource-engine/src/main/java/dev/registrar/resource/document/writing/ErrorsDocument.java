package dev.registrar.resource.document.writing;

import dev.registrar.resource.document.JsonApi;
import dev.registrar.resource.error.Excerpt;
import dev.registrar.resource.error.JsonApiError;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes JSON:API documents with the top-level member {@code errors}. */
public final class ErrorsDocument {
    private static final int MAX_ID = 128;

    private ErrorsDocument() {}

    /**
     * Writes the errors of one request, without links to resources. Each has the id of the request, by which it can be
     * found in the log.
     */
    public static Buffer of(List<JsonApiError> errors, String requestId) {
        return of(errors, requestId, Optional.empty());
    }

    /**
     * Writes the errors of one request. Links to the resources that caused them begin with the base URL, which is empty
     * for a caller who may not read them.
     */
    public static Buffer of(List<JsonApiError> errors, String requestId, Optional<String> baseUrl) {
        return new JsonObject()
                .put("errors", objects(errors, requestId, baseUrl))
                .put("jsonapi", Map.of("version", JsonApi.VERSION))
                .toBuffer();
    }

    /** The error objects of such a document. */
    public static JsonArray objects(List<JsonApiError> errors, String requestId, Optional<String> baseUrl) {
        return new JsonArray(errors.stream()
                .map(error -> errorObject(error, requestId, baseUrl))
                .toList());
    }

    private static JsonObject errorObject(JsonApiError error, String requestId, Optional<String> baseUrl) {
        var links = new JsonObject();
        baseUrl.flatMap(url -> error.about().map(url::concat)).ifPresent(about -> links.put("about", about));
        error.code().type().ifPresent(type -> links.put("type", type));
        var object = new JsonObject().put("id", Excerpt.of(requestId, MAX_ID));
        if (!links.isEmpty()) {
            object.put("links", links);
        }
        object.put("status", Integer.toString(error.code().status()))
                .put("code", error.code().code())
                .put("title", error.code().title())
                .put("detail", error.detail());
        if (error.source() != null) {
            object.put(
                    "source",
                    new JsonObject().put(error.source().member(), error.source().value()));
        }
        return error.meta().isEmpty() ? object : object.put("meta", error.meta());
    }
}
