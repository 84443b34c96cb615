package dev.registrar.server.reading.query;

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
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pagination of a collection by cursors: JSON:API's cursor pagination profile. */
@ExtendWith(ServiceExtension.class)
class CursorPagingTest {
    private static final String PROFILE = "https://jsonapi.org/profiles/ethanresnick/cursor-pagination/";

    /** Creates courses of one subject with equal names and absent dates, so that every kind of tie occurs. */
    private static String subject(Service service, int courses) {
        var subject = unique("CUR");
        IntStream.range(0, courses)
                .forEach(number -> service.admin()
                        .post("/v1/courses/", """
                        {"data": {"type": "courses", "attributes": {"course_identifier": "%s", "course_name": "Name %s",
                          "subject_area_code": "%s", "effective_start_date": %s}}}""".formatted(
                                        unique(subject),
                                        number % 3,
                                        subject,
                                        number % 2 == 0 ? "null" : "\"2024-0%s-01\"".formatted(1 + number % 4)))
                        .expectStatus(201));
        return subject;
    }

    private static String collection(String subject, String sort) {
        return "/v1/courses/?filter[subject_area_code]=%s&sort=%s&fields[courses]=course_name".formatted(subject, sort);
    }

    private static List<String> walk(Client client, String first, String link) {
        List<String> ids = new ArrayList<>();
        var page = client.get(first).expectStatus(200);
        while (true) {
            List<String> found = new ArrayList<>(page.each("/id"));
            if (link.equals("prev")) {
                Collections.reverse(found);
            }
            ids.addAll(found);
            if (page.at("/links/" + link).isNull()) {
                return ids;
            }
            page = client.get(page.text("/links/" + link)).expectStatus(200);
        }
    }

    @Proves({"Cursor pagination profile, Sorting Requirement", "Cursor pagination profile, page[size]"})
    @ParameterizedTest
    @ValueSource(
            strings = {
                "id",
                "-id",
                "course_name",
                "-course_name",
                "course_name,-course_identifier",
                "effective_start_date",
                "-effective_start_date,course_name"
            })
    void cursors_visit_every_resource_once_in_both_directions_in_the_order_of_numbered_pages(
            String sort, Service service) {
        var collection = collection(subject(service, 11), sort);
        var expected = service.reader().get(collection + "&page[size]=100").each("/id");
        assertThat(expected).hasSize(11);
        assertThat(walk(service.reader(), collection + "&page[size]=2&page[after]=", "next"))
                .isEqualTo(expected);
        var backwards = walk(service.reader(), collection + "&page[size]=2&page[before]=", "prev");
        Collections.reverse(backwards);
        assertThat(backwards).isEqualTo(expected);
    }

    @Proves("Cursor pagination profile, Links")
    @Test
    void cursor_links_contain_all_other_parameters_and_are_null_at_the_ends(Service service) {
        var first = service.reader().get(collection(subject(service, 3), "course_name") + "&page[size]=2&page[after]=");
        first.expect("/links/prev", null)
                .expectAbsent("/meta")
                .expectHeader("Content-Type", "application/vnd.api+json");
        assertThat(first.text("/links/next"))
                .startsWith(service.url() + "/v1/courses/?filter%5Bsubject_area_code%5D=")
                .contains("&sort=course_name&fields%5Bcourses%5D=course_name&")
                .contains("page%5Bafter%5D=")
                .contains("page%5Bsize%5D=2");
        var second = service.reader().get(first.text("/links/next")).expect("/links/next", null);
        assertThat(second.each("/id")).hasSize(1);
        assertThat(service.reader().get(second.text("/links/prev")).each("/id")).isEqualTo(first.each("/id"));
        assertThat(service.reader().get(second.text("/links/last")).each("/id")).hasSize(2);
        assertThat(service.reader().get(second.text("/links/first")).each("/id"))
                .isEqualTo(first.each("/id"));
    }

    @Test
    void the_longest_names_fit_into_a_cursor_link(Service service) {
        var subject = unique("LONG");
        for (var number = 0; number < 2; number++) {
            service.admin()
                    .post("/v1/courses/", """
                    {"data": {"type": "courses", "attributes": {"course_identifier": "%s", "course_name": "%s",
                      "subject_area_code": "%s"}}}""".formatted(unique(subject), "\uD83C\uDF93".repeat(80), subject))
                    .expectStatus(201);
        }
        var sort = "course_name,course_identifier,last_mod_user_name";
        assertThat(walk(service.reader(), collection(subject, sort) + "&page[size]=1&page[after]=", "next"))
                .hasSize(2);
    }

    @Proves("Cursor pagination profile, page[after], page[before]")
    @Test
    void resources_deleted_between_two_pages_do_not_shift_the_following_pages(Service service) {
        var collection = collection(subject(service, 4), "course_identifier") + "&page[size]=2&page[after]=";
        var first = service.reader().get(collection);
        var second = service.reader().get(first.text("/links/next"));
        first.each("/id").forEach(id -> service.admin().delete("/v1/courses/" + id + "/"));
        assertThat(service.reader().get(first.text("/links/next")).each("/id")).isEqualTo(second.each("/id"));
        assertThat(service.reader().get(second.text("/links/prev")).each("/id")).isEmpty();
    }

    @Test
    void cursors_work_for_related_collections_and_with_includes(Service service) {
        var subject = subject(service, 3);
        var page = service.reader()
                .get(collection(subject, "course_name")
                        + ",course_terms&include=course_terms&page[size]=2&page[after]=");
        assertThat(page.expectStatus(200).at("/included")).isEmpty();
        service.reader()
                .get("/v1/courses/" + page.text("/data/0/id") + "/course_terms/?page[after]=")
                .expectStatus(200)
                .expect("/links/next", null);
    }

    @Test
    void an_empty_collection_has_one_page_without_cursor_links(Service service) {
        var empty = service.reader().get("/v1/courses/?filter[course_identifier]=NONE&page[before]=");
        empty.expect("/links/prev", null).expect("/links/next", null);
        assertThat(empty.each("/id")).isEmpty();
    }

    @Proves({"JSON:API 1.1, Profiles", "Cursor pagination profile, page[after], page[before]"})
    @Test
    void a_client_that_accepts_the_cursor_profile_gets_cursor_links_and_the_profile_in_the_content_type(
            Service service) {
        var accept = "application/vnd.api+json;profile=\"%s\"".formatted(PROFILE);
        var page = service.reader()
                .withHeader("Accept", accept)
                .get(collection(subject(service, 3), "id") + "&page[size]=2");
        page.expectHeader("Content-Type", accept).expectAbsent("/meta");
        assertThat(page.text("/links/next")).contains("page%5Bafter%5D=");
        // Another profile is ignored.
        service.reader()
                .withHeader("Accept", "application/vnd.api+json;profile=\"https://example.org/other\"")
                .get("/v1/courses/?page[size]=1")
                .expectHeader("Content-Type", "application/vnd.api+json")
                .expect("/meta/pagination/page", "1");
    }

    private static Response rejected(Service service, String parameters) {
        return service.reader().get("/v1/courses/?" + parameters).expectStatus(400);
    }

    @Proves("Cursor pagination profile, page[after], page[before]")
    @ParameterizedTest
    @ValueSource(strings = {"nonsense", "e30", "WyJ4Il0", "%00", "WyJhIiwiYiIsImMiXQ"})
    void a_malformed_cursor_is_400(String cursor, Service service) {
        rejected(service, "page[after]=" + cursor).expectError("invalid_page", "parameter", "page[after]");
    }

    @Proves("Cursor pagination profile, page[after], page[before]")
    @Test
    void a_cursor_of_another_sort_order_is_400(Service service) {
        var next = service.reader()
                .get(collection(subject(service, 3), "course_name") + "&page[size]=2&page[after]=")
                .text("/links/next");
        service.reader()
                .get(next.replace("sort=course_name", "sort=-course_name"))
                .expectStatus(400)
                .expectError("invalid_page", "parameter", "page[after]");
    }

    private static String cursorIn(String link) {
        return link.replaceFirst(".*page%5Bafter%5D=([^&]*).*", "$1");
    }

    @Proves("Cursor pagination profile, page[after], page[before]")
    @ParameterizedTest
    @ValueSource(strings = {"/v1/course_terms/?", "/v1/courses/%s/course_terms/?", "/v1/registrations/?"})
    void a_cursor_of_another_resource_type_is_400(String other, Service service) {
        var courses = service.reader().get(collection(subject(service, 2), "id") + "&page[size]=1&page[after]=");
        var cursor = cursorIn(courses.text("/links/next"));
        service.admin()
                .get(other.formatted(courses.text("/data/0/id")) + "page[after]=" + cursor)
                .expectStatus(400)
                .expectError("invalid_page", "parameter", "page[after]");
    }

    @Test
    void a_cursor_is_a_position_among_all_resources_of_its_type_so_filters_can_change_between_pages(Service service) {
        var collection = collection(subject(service, 4), "course_name");
        var first = service.reader().get(collection + "&filter[course_name]=Name 0&page[size]=1&page[after]=");
        var afterTheFirst = collection + "&page[after]=" + cursorIn(first.text("/links/next"));
        assertThat(service.reader().get(afterTheFirst).each("/attributes/course_name"))
                .containsExactly("Name 0", "Name 1", "Name 2");
    }

    @Proves({
        "JSON:API 1.1, Error Objects",
        "Cursor pagination profile, Sorting Requirement",
        "Cursor pagination profile, page[size]",
        "Cursor pagination profile, Range Pagination"
    })
    @Test
    void the_errors_of_the_cursor_profile_have_its_type_links(Service service) {
        rejected(service, "page[size]=101")
                .expectError("page_too_large", "parameter", "page[size]")
                .expect("/errors/0/links/type", PROFILE + "max-size-exceeded")
                .expect("/errors/0/meta/page/maxSize", "100");
        rejected(service, "page[after]=&page[before]=")
                .expectError("range_not_supported", "parameter", "page[before]")
                .expect("/errors/0/links/type", PROFILE + "range-pagination-not-supported");
        rejected(service, "page[after]=&sort=course_name,-course_description")
                .expectError("unsupported_sort", "parameter", "sort")
                .expect("/errors/0/links/type", PROFILE + "unsupported-sort");
        rejected(service, "page[after]=&page[number]=1").expectError("invalid_page", "parameter", "page[number]");
    }
}
