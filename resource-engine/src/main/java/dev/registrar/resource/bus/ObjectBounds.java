package dev.registrar.resource.bus;

import io.vertx.core.buffer.Buffer;

/**
 * Checks whether a text can be one JSON object, only by its brackets and quotation marks: the first bracket is closed
 * by the last one. Then no part of the text can be mistaken for a member of the message that contains it.
 */
final class ObjectBounds {
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
