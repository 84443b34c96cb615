package dev.registrar.resource.document;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/** JSON:API constants. */
public final class JsonApi {
    public static final String MEDIA_TYPE = "application/vnd.api+json";

    /** The profile that defines {@code page[after]} and {@code page[before]}. */
    public static final String CURSOR_PAGINATION_PROFILE =
            "https://jsonapi.org/profiles/ethanresnick/cursor-pagination/";

    public static final String VERSION = "1.0";

    private JsonApi() {}

    /** Writes the top-level {@code jsonapi} member, which every document has. */
    public static void writeMember(JsonGenerator out) throws IOException {
        out.writeObjectFieldStart("jsonapi");
        out.writeStringField("version", VERSION);
        out.writeEndObject();
    }
}
