package dev.registrar.resource.reading.query;

import static dev.registrar.resource.testing.LibraryTypes.book;
import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryExtension;
import dev.registrar.resource.testing.Reply;
import dev.registrar.testing.Proves;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The number of values in a query is limited, and every link in a response can be followed. */
@ExtendWith(LibraryExtension.class)
class QueryBoundsTest {
    private static final String SORT_KEYS = "publisher_code,-language_code,subject_code,shelf,-isbn,title,"
            + "available_from,available_until,changed_by,changed_on";

    private static String list(int length, String element, String separator) {
        return IntStream.range(0, length).mapToObj(element::formatted).collect(Collectors.joining(separator));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    sort=title            | ,title             | 9  | sort
                    include=copies        | ,copies            | 9  | include
                    fields[books]=title | ,title             | 49 | fields[books]
                    """)
    void a_parameter_with_too_many_values_is_400_and_named(
            String first, String further, int most, String parameter, Library library) {
        library.reader().get("/v1/books/?" + first + further.repeat(most)).expectStatus(200);
        library.reader()
                .get("/v1/books/?" + first + further.repeat(most + 1))
                .expectStatus(400)
                .expectError("too_many_values", "parameter", parameter);
        library.reader()
                .get("/v1/books/?" + first + further.repeat(500))
                .expectStatus(400)
                .expectError("too_many_values", "parameter", parameter);
    }

    @Test
    void a_query_may_have_twenty_filters_and_the_twenty_first_is_400_and_named(Library library) {
        var filters =
                List.of("publisher_code", "language_code", "subject_code", "shelf", "isbn", "title", "changed_by")
                        .stream()
                        .flatMap(field -> List.of("", ".ne", ".gte").stream().map(field::concat))
                        .map("filter[%s]=x"::formatted)
                        .toList();
        library.reader()
                .get("/v1/books/?" + String.join("&", filters.subList(0, 20)))
                .expectStatus(200);
        library.reader()
                .get("/v1/books/?" + String.join("&", filters))
                .expectStatus(400)
                .expectError("too_many_values", "parameter", "filter[changed_by.gte]");
    }

    /** Creates books with values of the maximum length, in the characters that take the most space in a link. */
    private static String subjectOfLongNames(Library library) {
        var subject = unique("B");
        for (var number = 0; number < 3; number++) {
            library.admin()
                    .post("/v1/books/", """
                    {"data": {"type": "books", "attributes": {"isbn": "%s", "title": "%s",
                      "shelf": "%s", "publisher_code": "%3$s", "language_code": "\uD83C\uDF93\uD83C\uDF93",
                      "subject_code": "%s"}}}""".formatted(
                                    unique("\uD83C\uDF93".repeat(20)),
                                    "\\u0001".repeat(80),
                                    "\uD83C\uDF93".repeat(10),
                                    subject))
                    .expectStatus(201);
        }
        return subject;
    }

    /** Finds the longest filter with which all links of the page fit, and returns that page. */
    private static Reply longestThatFits(Library library, String url) {
        var fits = 0;
        var tooLong = 8_000;
        while (tooLong - fits > 1) {
            var middle = (fits + tooLong) / 2;
            var response = library.reader().get(url + "x".repeat(middle));
            if (response.status() == 200) {
                fits = middle;
            } else {
                response.expectStatus(414).expectError("uri_too_long");
                tooLong = middle;
            }
        }
        library.reader()
                .get(url + "x".repeat(tooLong))
                .expectStatus(414)
                .expectError("uri_too_long", "parameter", "filter[title.ne]");
        return library.reader().get(url + "x".repeat(fits));
    }

    @Proves("JSON:API 1.0, Pagination")
    @Test
    void every_link_of_a_page_with_the_longest_possible_links_can_be_followed(Library library) {
        var url = "/v1/books/?filter[subject_code]=%s&sort=%s&page[size]=1"
                .formatted(subjectOfLongNames(library), SORT_KEYS);
        for (var page : List.of("&page[after]=", "&page[number]=1")) {
            var first = longestThatFits(library, url + page + "&filter[title.ne]=");
            library.reader().get(first.text("/links/self")).expectStatus(200);
            library.reader().get(first.text("/links/last")).expectStatus(200);
            var forwards = library.reader().walk(first.text("/links/self"), "next", "/id");
            assertThat(forwards).hasSize(3);
            var backwards = library.reader().walk(first.text("/links/last"), "prev", "/id");
            Collections.reverse(backwards);
            assertThat(backwards).isEqualTo(forwards);
        }
    }

    @Test
    void the_length_limit_of_a_url_counts_characters_as_encoded_in_links(Library library) {
        var commas = list(2_500, "%s", ",");
        library.reader()
                .get("/v1/books/?filter[shelf]=" + commas.substring(0, 7_000))
                .expectStatus(414)
                .expectError("uri_too_long", "parameter", "filter[shelf]");
        var book = library.newBook();
        library.reader()
                .get("/v1/books/%s/copies/?filter[barcode]=%s".formatted(book, commas.substring(0, 7_000)))
                .expectStatus(414)
                .expectError("uri_too_long", "parameter", "filter[barcode]");
    }
}
