package dev.registrar.resource.document;

import java.util.Optional;

/** Unicode properties of text. */
public final class UnicodeText {
    private static final int REPLACEMENT = 0xFFFD;

    private UnicodeText() {}

    /**
     * False for text with U+0000, which PostgreSQL cannot store, or with half a surrogate pair, which UTF-8 cannot
     * encode.
     */
    public static boolean isStorable(String text) {
        return text.codePoints()
                .noneMatch(character -> character == 0 || Character.getType(character) == Character.SURROGATE);
    }

    /**
     * The text with U+FFFD in place of each half of a surrogate pair, which a JSON document would join with the next
     * character.
     */
    public static String withoutLoneSurrogates(String text) {
        return isStorable(text)
                ? text
                : text.codePoints()
                        .map(character -> Character.getType(character) == Character.SURROGATE ? REPLACEMENT : character)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString();
    }

    /** The first text, in code point order, that comes after all texts with this prefix; empty when there is none. */
    public static Optional<String> afterPrefix(String prefix) {
        for (var end = prefix.length(); end > 0; end = prefix.offsetByCodePoints(end, -1)) {
            var last = prefix.codePointBefore(end);
            if (last < Character.MAX_CODE_POINT) {
                var next = last == Character.MIN_SURROGATE - 1 ? Character.MAX_SURROGATE + 1 : last + 1;
                return Optional.of(prefix.substring(0, prefix.offsetByCodePoints(end, -1)) + Character.toString(next));
            }
        }
        return Optional.empty();
    }

    /** Whether the text has no visible character: it is empty or has only white space and invisible characters. */
    public static boolean isBlank(String text) {
        return text.codePoints().allMatch(character -> isWhiteSpace(character) || isInvisible(character));
    }

    /** Unicode's property {@code White_Space}, and the Braille blank, which looks the same. */
    public static boolean isWhiteSpace(int character) {
        return Character.isSpaceChar(character)
                || (character >= '\t' && character <= '\r')
                || character == 0x85
                || character == 0x2800;
    }

    /** Format characters, others with Unicode's property {@code Default_Ignorable_Code_Point}, and blank glyphs. */
    public static boolean isInvisible(int character) {
        return Character.getType(character) == Character.FORMAT || isIgnorable(character) || isBlankGlyph(character);
    }

    /** Whether Unicode defines no appearance for a character: control, private-use and unassigned characters. */
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
     * Joiners and fillers that Unicode classifies as marks and symbols: of Tifinagh, of Brahmi, the musical null
     * notehead, of Khitan, and the object replacement character.
     */
    private static boolean isBlankGlyph(int character) {
        return switch (character) {
            case 0x2D7F, 0x1107F, 0x1D159, 0x16FE4, 0xFFFC -> true;
            default -> false;
        };
    }
}
