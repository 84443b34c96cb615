package dev.registrar.resource.document;

/** Which Java strings are Unicode text that PostgreSQL can hold. */
public final class UnicodeText {
    private UnicodeText() {}

    /** False for a text with U+0000, which PostgreSQL cannot hold, or with half a surrogate pair, which UTF-8 cannot. */
    public static boolean isStorable(String text) {
        return text.codePoints()
                .noneMatch(c -> c == 0 || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE));
    }
}
