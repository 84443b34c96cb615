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
        return isEnclosed(bytes)
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

    /**
     * The same document, parsed.
     *
     * @throws dev.registrar.resource.error.JsonApiException {@code malformed_json} or {@code body_too_large}
     */
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

    /**
     * Whether a text can be one JSON object, only by its brackets and quotation marks: the first bracket is closed by the
     * last one. Then no part of the text can be mistaken for a member of the message that contains it.
     */
    private static boolean isEnclosed(Buffer text) {
        var position = afterSpace(text, 0);
        if (position == text.length() || text.getByte(position) != '{') {
            return false;
        }
        var depth = 0;
        var inString = false;
        do {
            var character = text.getByte(position);
            if (inString) {
                inString = character != '"';
                position += character == '\\' ? 1 : 0;
            } else {
                inString = character == '"';
                depth += character == '{' || character == '[' ? 1 : 0;
                depth -= character == '}' || character == ']' ? 1 : 0;
            }
            position++;
        } while (depth > 0 && position < text.length());
        return depth == 0 && afterSpace(text, position) == text.length();
    }

    private static int afterSpace(Buffer text, int position) {
        var next = position;
        while (next < text.length() && " \t\n\r".indexOf(text.getByte(next)) >= 0) {
            next++;
        }
        return next;
    }
}
