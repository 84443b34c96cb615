package dev.registrar.resource.query.filter;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_PARAMETER;
import static dev.registrar.resource.error.ErrorCode.TOO_MANY_VALUES;
import static dev.registrar.resource.error.ErrorSource.parameter;

import dev.registrar.resource.error.ErrorCollector;
import java.text.Normalizer;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads {@code filter[search]}: words, in which only letters and digits matter. */
public final class SearchReader {
    public static final int MAX_WORDS = 8;

    /** A word with punctuation, such as a URL or {@code O'Brien}, is split into parts, and each part must be found. */
    private static final int MAX_PARTS = 16;

    private static final int MAX_LENGTH_OF_PART = 100;

    private static final Pattern WHITE_SPACE = Pattern.compile("\\s+");

    /** The letters and digits of {@code search_words()}, Ethiopic numbers among them. */
    private static final Pattern PART = Pattern.compile("[\\p{IsAlphabetic}\\p{IsDigit}\\u1369-\\u137C]+");

    private final ErrorCollector errors;

    SearchReader(ErrorCollector errors) {
        this.errors = errors;
    }

    /**
     * Reads the words; empty when there is no letter or digit, so that everything matches, or when an error was added.
     */
    Optional<String> read(String parameter, String value) {
        var text = Normalizer.normalize(value, Normalizer.Form.NFKC);
        var parts = PART.matcher(text).results().limit(MAX_PARTS + 1L).toList();
        if (parts.size() > MAX_PARTS || numberOfWords(text) > MAX_WORDS) {
            errors.add(TOO_MANY_VALUES.at(
                    parameter(parameter),
                    "A search can have at most %s words, and %s parts between white space and punctuation."
                            .formatted(MAX_WORDS, MAX_PARTS)));
            return Optional.empty();
        }
        if (parts.stream().anyMatch(part -> part.group().length() > MAX_LENGTH_OF_PART)) {
            errors.add(MALFORMED_PARAMETER.at(
                    parameter(parameter),
                    "A word of a search can have at most %s characters.".formatted(MAX_LENGTH_OF_PART)));
            return Optional.empty();
        }
        return parts.isEmpty() ? Optional.empty() : Optional.of(value);
    }

    private static long numberOfWords(String text) {
        return WHITE_SPACE
                .splitAsStream(text)
                .filter(word -> PART.matcher(word).find())
                .count();
    }
}
