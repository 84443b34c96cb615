package dev.registrar.resource.document;

import java.util.Optional;

/** What can be told of a Java string as Unicode text. */
public final class UnicodeText {
    private UnicodeText() {}

    /** False for a text with U+0000, which PostgreSQL cannot hold, or with half a surrogate pair, which UTF-8 cannot. */
    public static boolean isStorable(String text) {
        return text.codePoints()
                .noneMatch(c -> c == 0 || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE));
    }

    /** The first text, in the order of code points, after all that begin with this one; empty when there is none. */
    public static Optional<String> afterAllThatBeginWith(String prefix) {
        for (var end = prefix.length(); end > 0; end = prefix.offsetByCodePoints(end, -1)) {
            var last = prefix.codePointBefore(end);
            if (last < Character.MAX_CODE_POINT) {
                var next = last == Character.MIN_SURROGATE - 1 ? Character.MAX_SURROGATE + 1 : last + 1;
                return Optional.of(prefix.substring(0, prefix.offsetByCodePoints(end, -1)) + Character.toString(next));
            }
        }
        return Optional.empty();
    }

    /** Whether a reader sees nothing: there are white space and invisible characters alone, if any at all. */
    public static boolean isBlank(String text) {
        return text.codePoints().allMatch(character -> isWhiteSpace(character) || isInvisible(character));
    }

    /** Unicode's property {@code White_Space}, and the blank of Braille, which looks like it. */
    public static boolean isWhiteSpace(int character) {
        return Character.isSpaceChar(character)
                || (character >= '\t' && character <= '\r')
                || character == 0x85
                || character == 0x2800;
    }

    /** Format characters, the others with Unicode's property {@code Default_Ignorable_Code_Point}, and what is only blank. */
    public static boolean isInvisible(int character) {
        return Character.getType(character) == Character.FORMAT || isIgnorable(character) || isBlankGlyph(character);
    }

    /** Whether Unicode does not say what a character looks like: control characters, private ones, unassigned ones. */
    public static boolean hasNoShape(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL, Character.PRIVATE_USE, Character.UNASSIGNED -> true;
            default -> false;
        };
    }

    private static boolean isIgnorable(int character) {
        return switch (character) {
            case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x3164, 0xFFA0 -> true;
            default ->
                (character >= 0xFE00 && character <= 0xFE0F)
                        || (character >= 0xFFF0 && character <= 0xFFF8)
                        || (character >= 0xE0000 && character <= 0xE0FFF);
        };
    }

    /**
     * Joiners and fillers that Unicode counts among the marks and symbols: of Tifinagh, of Brahmi, the null notehead of music, of
     * Khitan, and what stands for an object that is not there.
     */
    private static boolean isBlankGlyph(int character) {
        return switch (character) {
            case 0x2D7F, 0x1107F, 0x1D159, 0x16FE4, 0xFFFC -> true;
            default -> false;
        };
    }
}
