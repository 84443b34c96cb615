package dev.registrar.resource.bus;

import io.vertx.core.buffer.Buffer;

/**
 * Whether a text can be one JSON object, by its brackets and quotation marks alone: the first bracket closes with the last. Then
 * no reader of a message takes a part of the text for a member of the message.
 */
final class ObjectBounds {
    private final Buffer text;
    private int depth;
    private boolean inString;

    private ObjectBounds(Buffer text) {
        this.text = text;
    }

    /** Says nothing of what is between them, which may be malformed. */
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

    /** Reads a character, and the one that it escapes; gives the position after it. */
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
