package dev.registrar.resource.error;

/** Shortens text from a request: an error repeats no more of it than is needed to recognize it. */
public final class Excerpt {
    private static final int OF_A_VALUE = 64;

    private Excerpt() {}

    /** The part of a client's value that an error detail repeats. */
    public static String of(String value) {
        return of(value, OF_A_VALUE);
    }

    /** The text itself, or this many of its first characters and an ellipsis. */
    public static String of(String text, int characters) {
        return text.length() <= characters || text.codePointCount(0, text.length()) <= characters
                ? text
                : text.substring(0, text.offsetByCodePoints(0, characters)) + "\u2026";
    }
}
