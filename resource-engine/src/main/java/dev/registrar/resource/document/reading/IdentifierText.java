package dev.registrar.resource.document.reading;

import dev.registrar.resource.document.UnicodeText;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * What makes a text an identifier: it shows every character that it has, and it has no other spelling than by the case of
 * letters one by one, as PostgreSQL compares them. So two which look alike are alike.
 */
final class IdentifierText {
    /** What Unicode's form NFKC leaves of it belongs to no letter, and does not show above an i or a j. */
    private static final int DOT_ABOVE = 0x307;

    private IdentifierText() {}

    /** What is wrong with a text, as the predicate of a sentence; empty when it is an identifier. */
    static Optional<String> flawOf(String text) {
        if (!text.equals(text.strip())) {
            return Optional.of("must not begin or end with white space");
        }
        return first(text, IdentifierText::isHidden)
                .map("must not hold U+%04X, which cannot be seen or told from others; leave it out"::formatted)
                .or(() -> flawOfForm(text))
                .or(() -> first(text, IdentifierText::isSeveralLettersInOtherCase)
                        .map(
                                "must not hold U+%04X, which is several letters in upper or lower case; write those"
                                        ::formatted));
    }

    private static Optional<String> flawOfForm(String text) {
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

    /** As \u00df is SS: the database, which compares one by one, would hold the two spellings for different texts. */
    private static boolean isSeveralLettersInOtherCase(int character) {
        var lower = Character.toString(character).toLowerCase(Locale.ROOT);
        var upper = Character.toString(character).toUpperCase(Locale.ROOT);
        return isSeveral(lower) || isSeveral(upper) || isSeveral(lower.toUpperCase(Locale.ROOT));
    }

    private static boolean isSeveral(String letters) {
        return letters.codePointCount(0, letters.length()) > 1;
    }
}
