package dev.registrar.server.reading.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Response;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.Sql;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages with a number, which are read from the nearer end of the collection, contain what pages with a cursor contain. */
class NumberedPagesTest {
    private static final int COURSES = 43;
    private static final int LAST_PAGE = 9;

    private static Service service;

    @BeforeAll
    static void a_service_with_courses_and_a_term_of_each() throws Exception {
        service = Service.start();
        Sql.execute(service.databaseUri(), """
                    INSERT INTO course.courses
                    SELECT gen_random_uuid(), '', '', 'S' || n %% 3, n, 'C' || n, 'Name ' || n %% 7, 'text ' || n %% 5,
                        current_date - nullif(n %% 4, 0), NULL, 'user', now()
                    FROM generate_series(1, %s) AS n;
                    INSERT INTO course.course_terms
                    SELECT gen_random_uuid(), 'T' || course_identifier, 0, true, NULL, NULL, 'user', now(), id
                    FROM course.courses""".formatted(COURSES));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static List<String> ids(Response page, String member) {
        return StreamSupport.stream(page.at(member).spliterator(), false)
                .map(resource -> resource.path("id").asText())
                .toList();
    }

    private static Response page(String query, int number) {
        return service.reader()
                .get("/v1/courses/?page[size]=5&page[number]=%s&%s".formatted(number, query))
                .expectStatus(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sort=id",
                "sort=-id",
                "sort=course_name",
                "sort=-course_name",
                "sort=course_name,-id",
                "sort=effective_start_date",
                "sort=-effective_start_date,course_number",
                "sort=suffix_two",
                "sort=course_name&filter[subject_area_code]=S1",
                "sort=course_name&filter[course_name.contains]=am"
            })
    void numbered_pages_contain_what_cursor_pages_contain(String query) {
        List<String> expected = new ArrayList<>();
        for (var url = "/v1/courses/?page[size]=5&page[after]=&" + query; !url.isEmpty(); ) {
            var page = service.reader().get(url).expectStatus(200);
            expected.addAll(ids(page, "/data"));
            url = page.at("/links/next").asText("").replace(service.url(), "");
        }
        List<String> found = new ArrayList<>();
        for (var number = 1; found.size() < expected.size(); number++) {
            var page = page(query, number).expect("/meta/pagination/count", Integer.toString(expected.size()));
            assertThat(ids(page, "/data")).isNotEmpty();
            found.addAll(ids(page, "/data"));
        }
        assertThat(found).isEqualTo(expected);
    }

    @Test
    void a_page_near_the_end_includes_the_related_resources_of_its_resources() {
        for (var number = 1; number <= LAST_PAGE; number++) {
            var page = page("include=course_terms", number);
            var linked = StreamSupport.stream(page.at("/data").spliterator(), false)
                    .map(course ->
                            course.at("/relationships/course_terms/data/0/id").asText())
                    .toList();
            assertThat(ids(page, "/included")).containsExactlyInAnyOrderElementsOf(linked);
        }
    }

    @Test
    void a_page_past_the_last_one_is_404_with_the_number_of_the_last_page() {
        for (var number : List.of(LAST_PAGE + 1, LAST_PAGE + 2, Integer.MAX_VALUE)) {
            service.reader()
                    .get("/v1/courses/?page[size]=5&page[number]=" + number)
                    .expectStatus(404)
                    .expect("/errors/0/code", "page_not_found")
                    .expect("/errors/0/detail", "The number of the last page of this size is %s.".formatted(LAST_PAGE));
        }
    }
}
