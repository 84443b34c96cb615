package dev.registrar.resource.error;

/** The beginning of a text: an error repeats no more of a request than is needed to find the place in it. */
public final class Excerpt {
    private static final int OF_A_VALUE = 64;

    private Excerpt() {}

    /** What a detail repeats of a value that a client sent. */
    public static String of(String value) {
        return of(value, OF_A_VALUE);
    }

    /** The text itself, or as many of its first characters and an ellipsis. */
    public static String of(String text, int characters) {
        return text.length() <= characters || text.codePointCount(0, text.length()) <= characters
                ? text
                : text.substring(0, text.offsetByCodePoints(0, characters)) + "\u2026";
    }
}
