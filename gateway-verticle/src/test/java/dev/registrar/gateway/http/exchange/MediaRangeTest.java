package dev.registrar.gateway.http.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The parser of media ranges, with generated headers. */
class MediaRangeTest {
    private static final String TOKEN_CHARACTERS = "abcXYZ019!#$%&'*+.^_`|~/-";

    /** The maximum length of a header that the server reads. */
    private static final int HEADER_LIMIT = 8192;

    private record Written(String text, MediaRange range) {}

    @Provide
    Arbitrary<List<Written>> written() {
        return Combinators.combine(token(), parameters().list().ofMaxSize(4), whiteSpace())
                .as(MediaRangeTest::write)
                .list()
                .ofMaxSize(5);
    }

    private static Arbitrary<String> token() {
        return Arbitraries.strings().withChars(TOKEN_CHARACTERS).ofMinLength(1).ofMaxLength(12);
    }

    private record Parameter(String name, String value, boolean isQuoted) {
        String text() {
            return name + "=" + (isQuoted ? '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"' : value);
        }
    }

    private static Arbitrary<Parameter> parameters() {
        var quoted = Arbitraries.strings()
                .withChars(TOKEN_CHARACTERS + "\\\" ;,=\t\u00e9")
                .ofMaxLength(12);
        var name = token().map(text -> "p" + text);
        return Arbitraries.oneOf(
                Combinators.combine(name, quoted).as((key, value) -> new Parameter(key, value, true)),
                Combinators.combine(name, token()).as((key, value) -> new Parameter(key, value, false)));
    }

    private static Arbitrary<String> whiteSpace() {
        return Arbitraries.strings().withChars(" \t").ofMaxLength(3);
    }

    private static Written write(String type, List<Parameter> parameters, String space) {
        Map<String, String> values = new HashMap<>();
        parameters.forEach(parameter -> values.put(parameter.name().toLowerCase(Locale.ROOT), parameter.value()));
        var text = Stream.concat(Stream.of(type), parameters.stream().map(Parameter::text))
                .collect(Collectors.joining(space + ";" + space, space, space));
        return new Written(text, new MediaRange(type.toLowerCase(Locale.ROOT), values, 1, false));
    }

    @Property
    void media_ranges_written_in_any_form_are_parsed_to_the_same_values(@ForAll("written") List<Written> written) {
        var header = written.stream().map(Written::text).collect(Collectors.joining(","));
        assertThat(MediaRange.parse(header))
                .isEqualTo(written.stream().map(Written::range).toList());
    }

    @Provide
    Arbitrary<String> withoutQuotes() {
        return Arbitraries.strings().withChars("aq/*01.;,= \t").ofMaxLength(30);
    }

    @Property(tries = 5000)
    void media_ranges_without_quotes_are_separated_by_commas(@ForAll("withoutQuotes") String header) {
        assertThat(MediaRange.parse(header))
                .isEqualTo(Stream.of(header.split(",", -1))
                        .filter(element -> !element.isBlank())
                        .map(MediaRangeTest::rangeOf)
                        .toList());
    }

    /** A simple parser to compare with, without regard to speed. */
    private static MediaRange rangeOf(String element) {
        var parts = new ArrayList<>(List.of(element.split(";", -1)));
        var type = parts.remove(0).trim();
        Map<String, String> parameters = new HashMap<>();
        for (var part : parts) {
            var halves = part.split("=", -1);
            var name = halves[0].trim();
            var value = halves.length > 1 ? halves[1].trim() : "";
            if (halves.length > 2
                    || name.matches(".*\\s.*")
                    || value.matches(".*\\s.*")
                    || (name.isEmpty() && halves.length > 1)) {
                return MediaRange.NOTHING;
            }
            if (!part.isBlank()) {
                parameters.put(name, value);
            }
        }
        return type.matches("[^\\s=]+") ? MediaRange.of(type, parameters) : MediaRange.NOTHING;
    }

    @Provide
    Arbitrary<String> odd() {
        return Arbitraries.strings().withChars("a/\"\\;,= q\u00e9").ofMaxLength(HEADER_LIMIT);
    }

    @Property
    void a_malformed_list_has_at_most_one_media_range_per_comma_separated_part(@ForAll("odd") String header) {
        assertThat(MediaRange.parse(header).size()).isLessThanOrEqualTo(header.split(",", -1).length);
    }

    @Example
    void a_parameter_of_a_media_range_may_be_as_long_as_the_header_limit_allows() {
        var value = "\\\"x".repeat(HEADER_LIMIT / 3);
        assertThat(MediaRange.parse("a/b;p=\"" + value + "\""))
                .containsExactly(new MediaRange("a/b", Map.of("p", value.replace("\\", "")), 1, false));
    }

    @Example
    void a_media_range_with_an_unterminated_quoted_string_matches_nothing() {
        assertThat(MediaRange.parse("a/b;p=\"x")).containsExactly(MediaRange.NOTHING);
        assertThat(MediaRange.parse("a/b;p=\"x\\")).containsExactly(MediaRange.NOTHING);
    }
}
