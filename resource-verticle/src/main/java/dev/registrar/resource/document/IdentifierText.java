package dev.registrar.resource.document;

import java.text.Normalizer;
import java.util.Optional;
import java.util.OptionalInt;

/** What makes a text an identifier: it shows every character that it has, so that two which look alike are alike. */
final class IdentifierText {
    private IdentifierText() {}

    /** What is wrong with a text, as the predicate of a sentence; empty when it is an identifier. */
    static Optional<String> flawOf(String text) {
        var hidden = firstHidden(text);
        if (hidden.isPresent()) {
            return Optional.of("must not hold U+%04X, which cannot be seen or told from others; leave it out"
                    .formatted(hidden.getAsInt()));
        }
        if (!text.equals(text.strip())) {
            return Optional.of("must not begin or end with white space");
        }
        return Normalizer.isNormalized(text, Normalizer.Form.NFC)
                ? Optional.empty()
                : Optional.of("must be in Unicode's normalization form C (NFC)");
    }

    private static OptionalInt firstHidden(String text) {
        return text.codePoints()
                .filter(character -> character != ' ')
                .filter(character -> UnicodeText.isWhiteSpace(character)
                        || UnicodeText.isInvisible(character)
                        || UnicodeText.hasNoShape(character))
                .findFirst();
    }
}
