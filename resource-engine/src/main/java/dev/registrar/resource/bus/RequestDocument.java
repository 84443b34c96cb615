package dev.registrar.resource.bus;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.resource.json.Json;
import io.vertx.core.buffer.Buffer;
import java.util.Optional;

/** The document of a request: unparsed bytes until the verticle that owns the type reads them. */
public final class RequestDocument {
    private final Optional<Buffer> bytes;
    private final Optional<JsonNode> tree;
    private String canonicalText;

    private RequestDocument(Optional<Buffer> bytes, Optional<JsonNode> tree) {
        this.bytes = bytes;
        this.tree = tree;
    }

    /**
     * Wraps the document as a client sent it. It is parsed only if it cannot be a JSON object, because that text inside
     * a message could be mistaken for other members.
     *
     * @throws dev.registrar.resource.error.JsonApiException {@code malformed_json} when it is obviously not JSON
     */
    public static RequestDocument of(Buffer bytes) {
        return Json.isObject(bytes)
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

    public RequestDocument parsed() {
        return tree.isPresent() ? this : of(tree());
    }

    /** A text that is equal for documents that differ only in the order of members. */
    public String canonicalText() {
        return canonicalText == null ? prepareCanonicalText().canonicalText : canonicalText;
    }

    /** Computes the canonical text on the thread that parses the document, because a large one takes long. */
    RequestDocument prepareCanonicalText() {
        canonicalText = Json.canonical(tree());
        return this;
    }
}
