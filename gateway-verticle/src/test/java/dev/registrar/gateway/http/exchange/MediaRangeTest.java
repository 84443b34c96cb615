package dev.registrar.gateway.http.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The parser of media ranges, with generated headers. */
class MediaRangeTest {
    /** The maximum length of a header that the server reads. */
    private static final int HEADER_LIMIT = 8192;

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

    @Example
    void quoted_parameters_may_have_separators_and_escaped_characters_and_white_space_around_them() {
        assertThat(MediaRange.parse("\ta/B ; P1=\"x,;= \\\"\\\\\u00e9\" ;p2=y , c/d;p3=\"\""))
                .containsExactly(
                        new MediaRange("a/b", Map.of("p1", "x,;= \"\\\u00e9", "p2", "y"), 1, false),
                        new MediaRange("c/d", Map.of("p3", ""), 1, false));
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
