package dev.registrar.server.reading.query;

import static dev.registrar.server.testing.document.Documents.course;
import static dev.registrar.server.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Client;
import dev.registrar.server.testing.Proves;
import dev.registrar.server.testing.Response;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The number of values in a query is limited, and every link in a response can be followed. */
@ExtendWith(ServiceExtension.class)
class QueryBoundsTest {
    private static final List<String> SORT_KEYS = List.of(
            "school_bulletin_prefix_code",
            "-suffix_two",
            "subject_area_code",
            "course_number",
            "-course_identifier",
            "course_name",
            "effective_start_date",
            "effective_end_date",
            "last_mod_user_name",
            "last_mod_date");

    private static String list(int length, String element, String separator) {
        return IntStream.range(0, length).mapToObj(element::formatted).collect(Collectors.joining(separator));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    sort=course_name            | ,course_name             | 9  | sort
                    include=course_terms        | ,course_terms            | 9  | include
                    fields[courses]=course_name | ,course_name             | 49 | fields[courses]
                    """)
    void a_parameter_with_too_many_values_is_400_and_named(
            String first, String further, int most, String parameter, Service service) {
        service.reader().get("/v1/courses/?" + first + further.repeat(most)).expectStatus(200);
        service.reader()
                .get("/v1/courses/?" + first + further.repeat(most + 1))
                .expectStatus(400)
                .expectError("too_many_values", "parameter", parameter);
        service.reader()
                .get("/v1/courses/?" + first + further.repeat(500))
                .expectStatus(400)
                .expectError("too_many_values", "parameter", parameter);
    }

    @Test
    void a_query_may_have_twenty_filters_and_the_twenty_first_is_400_and_named(Service service) {
        var filters = List.of(
                        "school_bulletin_prefix_code",
                        "suffix_two",
                        "subject_area_code",
                        "course_number",
                        "course_identifier",
                        "course_name",
                        "last_mod_user_name")
                .stream()
                .flatMap(field -> List.of("", ".ne", ".gte").stream().map(field::concat))
                .map("filter[%s]=x"::formatted)
                .toList();
        service.reader()
                .get("/v1/courses/?" + String.join("&", filters.subList(0, 20)))
                .expectStatus(200);
        service.reader()
                .get("/v1/courses/?" + String.join("&", filters))
                .expectStatus(400)
                .expectError("too_many_values", "parameter", "filter[last_mod_user_name.gte]");
    }

    /** Creates courses with values of the maximum length, in the characters that take the most space in a link. */
    private static String subjectOfLongNames(Service service) {
        var subject = unique("B");
        for (var number = 0; number < 3; number++) {
            service.admin()
                    .post("/v1/courses/", """
                    {"data": {"type": "courses", "attributes": {"course_identifier": "%s", "course_name": "%s",
                      "course_number": "%s", "school_bulletin_prefix_code": "%3$s", "suffix_two": "\uD83C\uDF93\uD83C\uDF93",
                      "subject_area_code": "%s"}}}""".formatted(
                                    unique("\uD83C\uDF93".repeat(20)),
                                    "\\u0001".repeat(80),
                                    "\uD83C\uDF93".repeat(10),
                                    subject))
                    .expectStatus(201);
        }
        return subject;
    }

    private static List<String> walk(Client client, Response first, String link) {
        List<String> ids = new ArrayList<>(first.expectStatus(200).each("/id"));
        var page = first;
        while (!page.at("/links/" + link).isNull()) {
            page = client.get(page.text("/links/" + link)).expectStatus(200);
            ids.addAll(page.each("/id"));
        }
        return ids;
    }

    /** Finds the longest filter with which all links of the page fit, and returns that page. */
    private static Response longestThatFits(Service service, String url) {
        var fits = 0;
        var tooLong = 8_000;
        while (tooLong - fits > 1) {
            var middle = (fits + tooLong) / 2;
            var response = service.reader().get(url + "x".repeat(middle));
            if (response.status() == 200) {
                fits = middle;
            } else {
                response.expectStatus(414).expectError("uri_too_long");
                tooLong = middle;
            }
        }
        service.reader()
                .get(url + "x".repeat(tooLong))
                .expectStatus(414)
                .expectError("uri_too_long", "parameter", "filter[course_name.ne]");
        return service.reader().get(url + "x".repeat(fits));
    }

    @Proves("JSON:API 1.0, Pagination")
    @Test
    void every_link_of_a_page_with_the_longest_possible_links_can_be_followed(Service service) {
        var url = "/v1/courses/?filter[subject_area_code]=%s&sort=%s&page[size]=1"
                .formatted(subjectOfLongNames(service), String.join(",", SORT_KEYS));
        for (var page : List.of("&page[after]=", "&page[number]=1")) {
            var first = longestThatFits(service, url + page + "&filter[course_name.ne]=");
            service.reader().get(first.text("/links/self")).expectStatus(200);
            service.reader().get(first.text("/links/last")).expectStatus(200);
            var forwards = walk(service.reader(), first, "next");
            assertThat(forwards).hasSize(3);
            var backwards = walk(service.reader(), service.reader().get(first.text("/links/last")), "prev");
            Collections.reverse(backwards);
            assertThat(backwards).isEqualTo(forwards);
        }
    }

    @Test
    void the_length_limit_of_a_url_counts_characters_as_encoded_in_links(Service service) {
        var commas = list(2_500, "%s", ",");
        service.reader()
                .get("/v1/courses/?filter[course_number]=" + commas.substring(0, 7_000))
                .expectStatus(414)
                .expectError("uri_too_long", "parameter", "filter[course_number]");
        var course = service.admin()
                .post("/v1/courses/", course(unique("BOUNDS"), "Logic"))
                .id();
        service.reader()
                .get("/v1/courses/%s/course_terms/?filter[term_identifier]=%s"
                        .formatted(course, commas.substring(0, 7_000)))
                .expectStatus(414)
                .expectError("uri_too_long", "parameter", "filter[term_identifier]");
    }
}
