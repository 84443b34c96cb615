package dev.registrar.resource.document;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;

/**
 * Identifiers: texts of which every character is visible, and whose only other spellings are those in which single
 * letters have another case, as PostgreSQL compares them. So two identifiers that look the same are equal, and two that
 * are equal look the same but for the case of their letters.
 */
public final class IdentifierText {
    /** What {@link #errorIn} checks, as the end of a sentence about a text, in ASCII and without quotes. */
    public static final String RULE =
            "in normalization form NFKC, without white space at its ends, invisible characters,"
                    + " and letters that become several letters, or another letter, in upper and lower case";

    /**
     * Combining dot above. Where it remains after NFKC it combines with no letter, and it is invisible above an i or a
     * j.
     */
    private static final int DOT_ABOVE = 0x307;

    /** The small sigma at the end of words: a spelling of the same letter. */
    private static final int FINAL_SIGMA = 0x3C2;

    private IdentifierText() {}

    /** The error in a text, as the predicate of a sentence; empty when it is an identifier. */
    public static Optional<String> errorIn(String text) {
        if (!text.equals(text.strip())) {
            return Optional.of("must not begin or end with white space");
        }
        return first(text, IdentifierText::isHidden)
                .map(character ->
                        "must not contain %s, which is invisible or looks like another character; leave it out"
                                .formatted(notation(character)))
                .or(() -> formError(text))
                .or(() -> first(text, IdentifierText::isSeveralLettersInOtherCase)
                        .map(character -> "must not contain %s, which is several letters in upper or lower case; %s"
                                .formatted(notation(character), remedy(character))))
                .or(() -> first(text, IdentifierText::isAnotherLetterInOtherCase)
                        .map(character ->
                                "must not contain %s, which becomes another letter in upper and lower case; write \"%s\""
                                        .formatted(notation(character), Character.toString(inOneCase(character)))));
    }

    /** What to do with a character that is several letters in the other case. */
    private static String remedy(int character) {
        var small = Character.toString(character).toLowerCase(Locale.ROOT);
        var letters = small.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
        var visible = letters.codePoints()
                .filter(letter -> !isHidden(letter))
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
        return errorIn(visible).isEmpty() ? "write \"%s\"".formatted(visible) : "leave it out";
    }

    /** A character as Unicode writes it, such as {@code U+00AD}. */
    private static String notation(int character) {
        return String.format(Locale.ROOT, "U+%04X", character);
    }

    /** Whether two identifiers are equal without regard to letter case, as PostgreSQL compares them. */
    public static boolean areEqual(String one, String other) {
        return one.equalsIgnoreCase(other);
    }

    private static Optional<String> formError(String text) {
        var normalized = Normalizer.normalize(text, Normalizer.Form.NFKC);
        return normalized.equals(text)
                ? Optional.empty()
                : Optional.of("must be in Unicode's normalization form KC (NFKC): write \"%s\""
                        .formatted(normalized.strip()));
    }

    private static Optional<Integer> first(String text, IntPredicate rule) {
        return text.codePoints().filter(rule).boxed().findFirst();
    }

    private static boolean isHidden(int character) {
        return character != ' '
                && (character == DOT_ABOVE
                        || UnicodeText.isWhiteSpace(character)
                        || UnicodeText.isInvisible(character)
                        || UnicodeText.hasNoShape(character));
    }

    /**
     * For example \u00df, which is SS: the database compares letter by letter and would treat the two spellings as
     * different.
     */
    private static boolean isSeveralLettersInOtherCase(int character) {
        var lower = Character.toString(character).toLowerCase(Locale.ROOT);
        var upper = Character.toString(character).toUpperCase(Locale.ROOT);
        return isSeveral(lower) || isSeveral(upper) || isSeveral(lower.toUpperCase(Locale.ROOT));
    }

    private static boolean isSeveral(String letters) {
        return letters.codePointCount(0, letters.length()) > 1;
    }

    /**
     * For example the dotless i, whose upper case is I: the database would treat it as an i, although it is another
     * letter, and an authorization server may give both spellings to different people.
     */
    private static boolean isAnotherLetterInOtherCase(int character) {
        var lower = inOneCase(character);
        return character != lower && character != Character.toUpperCase(lower) && character != FINAL_SIGMA;
    }

    /**
     * The form in which letters are compared: first to upper case, so that the two forms of a small sigma are equal.
     */
    private static int inOneCase(int character) {
        return Character.toLowerCase(Character.toUpperCase(character));
    }
}
