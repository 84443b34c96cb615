package dev.registrar.resource.document;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/** The names by which JSON:API knows itself and what this service keeps of it. */
public final class JsonApi {
    public static final String MEDIA_TYPE = "application/vnd.api+json";

    /** The profile that says what {@code page[after]} and {@code page[before]} mean. */
    public static final String CURSOR_PAGINATION_PROFILE =
            "https://jsonapi.org/profiles/ethanresnick/cursor-pagination/";

    private JsonApi() {}

    /** The top-level {@code jsonapi} member of every document. */
    public static void writeMember(JsonGenerator out) throws IOException {
        out.writeObjectFieldStart("jsonapi");
        out.writeStringField("version", "1.0");
        out.writeEndObject();
    }
}
