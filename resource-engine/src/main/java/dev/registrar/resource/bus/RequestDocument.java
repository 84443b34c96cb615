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
     * Checks whether a text can be one JSON object, only by its brackets and quotation marks: the first bracket is
     * closed by the last one. Then no part of the text can be mistaken for a member of the message that contains it.
     */
    private static final class ObjectBounds {
        private final Buffer text;
        private int depth;
        private boolean inString;

        private ObjectBounds(Buffer text) {
            this.text = text;
        }

        /** Checks only the outer brackets; the text between them may be malformed. */
        static boolean holdIn(Buffer text) {
            return new ObjectBounds(text).hold();
        }

        private boolean hold() {
            var position = afterSpace(0);
            if (position == text.length() || text.getByte(position) != '{') {
                return false;
            }
            do {
                position = read(position);
            } while (depth > 0 && position < text.length());
            return depth == 0 && afterSpace(position) == text.length();
        }

        private int afterSpace(int position) {
            var next = position;
            while (next < text.length() && isSpace(text.getByte(next))) {
                next++;
            }
            return next;
        }

        private static boolean isSpace(byte character) {
            return character == ' ' || character == '\t' || character == '\n' || character == '\r';
        }

        /** Reads a character, and the one that it escapes; returns the position after it. */
        private int read(int position) {
            var character = text.getByte(position);
            if (inString) {
                inString = character != '"';
                return position + (character == '\\' ? 2 : 1);
            }
            switch (character) {
                case '"' -> inString = true;
                case '{', '[' -> depth++;
                case '}', ']' -> depth--;
                default -> {}
            }
            return position + 1;
        }
    }
}
