package dev.registrar.resource.document.writing;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.registrar.resource.document.JsonApi;
import dev.registrar.resource.error.Excerpt;
import dev.registrar.resource.error.JsonApiError;
import dev.registrar.resource.json.Json;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.util.List;

/** Writes JSON:API documents with the top-level member {@code errors}. */
public final class ErrorsDocument {
    private static final int MAX_ID = 128;

    private ErrorsDocument() {}

    /**
     * Writes the errors of one request.
     *
     * @param requestId the {@code id} of every error, by which a reported error can be found in the log
     */
    public static Buffer of(List<JsonApiError> errors, String requestId) {
        return Json.write(out -> {
            out.writeStartObject();
            out.writeArrayFieldStart("errors");
            for (var error : errors) {
                writeError(out, error, requestId);
            }
            out.writeEndArray();
            JsonApi.writeMember(out);
            out.writeEndObject();
        });
    }

    private static void writeError(JsonGenerator out, JsonApiError error, String requestId) throws IOException {
        out.writeStartObject();
        out.writeStringField("id", Excerpt.of(requestId, MAX_ID));
        if (error.code().type().isPresent()) {
            out.writeObjectFieldStart("links");
            out.writeStringField("type", error.code().type().get());
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
}
