package dev.registrar.resource.document;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads integers in texts: ASCII digits, after a minus sign if the number is negative. The parser of the JDK also takes
 * a plus sign and the digits of other scripts.
 */
public final class Integers {
    private static final Pattern FORM = Pattern.compile("-?[0-9]+");

    private Integers() {}

    /** The number; empty for any other text, and for a number that needs more than 32 bits. */
    public static Optional<Integer> parse(String text) {
        try {
            return FORM.matcher(text).matches() ? Optional.of(Integer.valueOf(text)) : Optional.empty();
        } catch (NumberFormatException tooLarge) {
            return Optional.empty();
        }
    }
}
