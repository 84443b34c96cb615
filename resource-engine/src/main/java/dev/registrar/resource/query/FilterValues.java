package dev.registrar.resource.query;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_PARAMETER;
import static dev.registrar.resource.error.ErrorCode.TOO_MANY_VALUES;
import static dev.registrar.resource.error.ErrorSource.parameter;

import dev.registrar.resource.document.Ids;
import dev.registrar.resource.document.UnicodeText;
import dev.registrar.resource.error.ErrorCode;
import dev.registrar.resource.error.ErrorCollector;
import dev.registrar.resource.error.Excerpt;
import dev.registrar.resource.type.Attribute;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The value of one filter parameter: a list separated by commas, or words to search for. White space around a value is
 * ignored, unless texts that begin or end with it exist. Each method returns empty when it adds an error.
 *
 * @param name the whole name of the parameter, for errors: {@code filter[course_name.icontains]}
 */
record FilterValues(String name, String text, ErrorCollector errors) {
    private static final String QUOTED_TEXTS = "write a value with a comma as \"a,b\", and double a quote inside it";
    private static final String NO_QUOTES = "these values need no quotes";

    /** A word with punctuation, such as a URL or {@code O'Brien}, is split into parts, and each part must be found. */
    private static final int MAX_PARTS = 16;

    private static final int MAX_LENGTH_OF_PART = 100;
    private static final Pattern WHITE_SPACE = Pattern.compile("\\s+");

    /** The letters and digits of {@code search_words()}, Ethiopic numbers among them. */
    private static final Pattern PART = Pattern.compile("[\\p{IsAlphabetic}\\p{IsDigit}\\u1369-\\u137C]+");

    /** The next value of a list, and the comma if another one follows. No part of it is matched twice. */
    private static final Pattern VALUE =
            Pattern.compile("""
            \\G (?: {ws} " (?<quoted> (?: [^"]++ | "" )*+ ) " {ws} | (?! {ws} " ) (?<plain> [^,]*+ ) ) (?: (?<more> , ) | \\z )
            """.replace("{ws}", "\\p{javaWhitespace}*+"), Pattern.COMMENTS);

    boolean isStorable() {
        return UnicodeText.isStorable(text);
    }

    Optional<List<Object>> comparedWith(Attribute attribute, FilterOperator operator) {
        var values = list(
                operator.takesAnyText(attribute) ? QUOTED_TEXTS : NO_QUOTES,
                operator.expected(attribute),
                one -> operator.parse(attribute, one));
        return operator.takesPatterns()
                        && values.filter(all -> all.size() > FilterOperator.MAX_PATTERNS)
                                .isPresent()
                ? reject(
                        TOO_MANY_VALUES,
                        "%s can have at most %s values.".formatted(Excerpt.of(name), FilterOperator.MAX_PATTERNS))
                : values;
    }

    Optional<List<UUID>> ids() {
        return list(NO_QUOTES, "an id (UUID)", one -> Ids.parse(one.strip()));
    }

    /**
     * Words, in which only letters and digits matter. Also empty when there is none of these, so that everything
     * matches.
     */
    Optional<String> words() {
        var normalized = Normalizer.normalize(text, Normalizer.Form.NFKC);
        var parts = PART.matcher(normalized).results().limit(MAX_PARTS + 1L).toList();
        if (parts.size() > MAX_PARTS || numberOfWords(normalized) > Filter.BySearch.MAX_WORDS) {
            return reject(
                    TOO_MANY_VALUES,
                    "A search can have at most %s words, and %s parts between white space and punctuation."
                            .formatted(Filter.BySearch.MAX_WORDS, MAX_PARTS));
        }
        if (parts.stream().anyMatch(part -> part.group().length() > MAX_LENGTH_OF_PART)) {
            return reject(
                    MALFORMED_PARAMETER,
                    "A word of a search can have at most %s characters.".formatted(MAX_LENGTH_OF_PART));
        }
        return parts.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    private static long numberOfWords(String text) {
        return WHITE_SPACE
                .splitAsStream(text)
                .filter(word -> PART.matcher(word).find())
                .count();
    }

    private <T> Optional<List<T>> list(String quoting, String expected, Function<String, Optional<T>> parse) {
        var texts = split(text);
        if (texts.isEmpty()) {
            return reject(MALFORMED_PARAMETER, "The quotes do not match; %s.".formatted(quoting));
        }
        List<T> values = new ArrayList<>();
        for (var one : texts.get()) {
            var value = parse.apply(one);
            if (value.isEmpty()) {
                return reject(MALFORMED_PARAMETER, "\"%s\" is not %s.".formatted(Excerpt.of(one.strip()), expected));
            }
            values.add(value.get());
        }
        return Optional.of(values);
    }

    <T> Optional<T> reject(ErrorCode code, String detail) {
        errors.add(code.at(parameter(name), detail));
        return Optional.empty();
    }

    /**
     * Splits a list in which a value that contains a comma or a quote is quoted: {@code a,"b, with comma","a ""b"""}.
     * White space around quotes is ignored; around a value without quotes, it is kept.
     *
     * @return empty when a quote is not closed or text follows a closing quote
     */
    static Optional<List<String>> split(String text) {
        List<String> values = new ArrayList<>();
        var value = VALUE.matcher(text);
        while (value.find()) {
            var quoted = value.group("quoted");
            values.add(quoted == null ? value.group("plain") : quoted.replace("\"\"", "\""));
            if (value.group("more") == null) {
                return Optional.of(values);
            }
        }
        return Optional.empty();
    }
}
