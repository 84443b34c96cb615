package dev.registrar.resource.document.writing;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.registrar.resource.document.JsonApi;
import dev.registrar.resource.error.Excerpt;
import dev.registrar.resource.error.JsonApiError;
import dev.registrar.resource.json.Json;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.util.List;
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
        return Json.write(out -> {
            out.writeStartObject();
            out.writeArrayFieldStart("errors");
            for (var error : errors) {
                writeError(out, error, requestId, baseUrl);
            }
            out.writeEndArray();
            JsonApi.writeMember(out);
            out.writeEndObject();
        });
    }

    private static void writeError(JsonGenerator out, JsonApiError error, String requestId, Optional<String> baseUrl)
            throws IOException {
        out.writeStartObject();
        out.writeStringField("id", Excerpt.of(requestId, MAX_ID));
        var about = baseUrl.flatMap(url -> error.about().map(url::concat));
        if (about.isPresent() || error.code().type().isPresent()) {
            out.writeObjectFieldStart("links");
            writeLink(out, "about", about);
            writeLink(out, "type", error.code().type());
            out.writeEndObject();
        }
        out.writeStringField("status", Integer.toString(error.code().status()));
        out.writeStringField("code", error.code().code());
        out.writeStringField("title", error.code().title());
        out.writeStringField("detail", error.detail());
        if (error.source() != null) {
            out.writeObjectFieldStart("source");
            out.writeStringField(error.source().member(), error.source().value());
            out.writeEndObject();
        }
        if (!error.meta().isEmpty()) {
            out.writePOJOField("meta", error.meta());
        }
        out.writeEndObject();
    }

    private static void writeLink(JsonGenerator out, String name, Optional<String> url) throws IOException {
        if (url.isPresent()) {
            out.writeStringField(name, url.get());
        }
    }
}
