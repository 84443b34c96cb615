package dev.registrar.resource.document.reading;

import dev.registrar.resource.document.UnicodeText;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * Checks that a text can be an identifier: every character is visible, and the only other spellings are those in which
 * single letters have another case, as PostgreSQL compares them. So two identifiers that look the same are equal.
 */
final class IdentifierText {
    /**
     * Combining dot above. Where it remains after NFKC it combines with no letter, and it is invisible above an i or a
     * j.
     */
    private static final int DOT_ABOVE = 0x307;

    private IdentifierText() {}

    /** The error in a text, as the predicate of a sentence; empty when it is an identifier. */
    static Optional<String> errorIn(String text) {
        if (!text.equals(text.strip())) {
            return Optional.of("must not begin or end with white space");
        }
        return first(text, IdentifierText::isHidden)
                .map(
                        "must not contain U+%04X, which is invisible or looks like another character; leave it out"
                                ::formatted)
                .or(() -> formError(text))
                .or(() -> first(text, IdentifierText::isSeveralLettersInOtherCase)
                        .map(
                                "must not contain U+%04X, which is several letters in upper or lower case; write those instead"
                                        ::formatted));
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
}
