package dev.registrar.resource.bus;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.resource.json.Json;
import io.vertx.core.buffer.Buffer;
import java.util.Optional;

/** The document of a request: bytes until the verticle that owns the type has read them. */
public final class RequestDocument {
    private final Optional<Buffer> bytes;
    private final Optional<JsonNode> tree;
    private String canonicalText;

    private RequestDocument(Optional<Buffer> bytes, Optional<JsonNode> tree) {
        this.bytes = bytes;
        this.tree = tree;
    }

    /**
     * The document as a client sent it. It is not read, except when it can be no JSON object: as a part of a message, such a
     * text could pass for something else.
     *
     * @throws dev.registrar.resource.error.JsonApiException {@code malformed_json} when it is obviously no JSON
     */
    public static RequestDocument of(Buffer bytes) {
        return ObjectBounds.holdIn(bytes)
                ? new RequestDocument(Optional.of(bytes), Optional.empty())
                : of(Json.readDocument(bytes));
    }

    public static RequestDocument of(JsonNode tree) {
        return new RequestDocument(Optional.empty(), Optional.of(tree));
    }

    public Buffer bytes() {
        return bytes.orElseGet(() -> Json.write(out -> out.writeTree(tree.orElseThrow())));
    }

    JsonNode tree() {
        return tree.orElseGet(() -> Json.readDocument(bytes.orElseThrow()));
    }

    /** A text that is the same for documents that differ in the order of members alone. */
    public String canonicalText() {
        if (canonicalText == null) {
            prepareCanonicalText();
        }
        return canonicalText;
    }

    /** Makes it where the document is read: that of a large one takes long. */
    public void prepareCanonicalText() {
        canonicalText = Json.canonical(tree());
    }
}
