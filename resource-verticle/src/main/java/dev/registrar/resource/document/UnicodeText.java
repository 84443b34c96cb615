package dev.registrar.resource.document;

/** What can be told of a Java string as Unicode text. */
public final class UnicodeText {
    private UnicodeText() {}

    /** False for a text with U+0000, which PostgreSQL cannot hold, or with half a surrogate pair, which UTF-8 cannot. */
    public static boolean isStorable(String text) {
        return text.codePoints()
                .noneMatch(c -> c == 0 || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE));
    }

    /** Whether a reader sees nothing: there are white space, invisible and control characters alone, if any at all. */
    public static boolean isBlank(String text) {
        return text.codePoints().allMatch(UnicodeText::isInvisible);
    }

    private static boolean isInvisible(int character) {
        return switch (Character.getType(character)) {
            case Character.SPACE_SEPARATOR,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.CONTROL,
                    Character.FORMAT -> true;
            default -> false;
        };
    }
}
