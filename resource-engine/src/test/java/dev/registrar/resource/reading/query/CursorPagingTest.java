package dev.registrar.resource.reading.query;

import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryExtension;
import dev.registrar.resource.testing.Reply;
import dev.registrar.testing.Proves;
import java.util.Collections;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pagination of a collection by cursors: JSON:API's cursor pagination profile. */
@ExtendWith(LibraryExtension.class)
class CursorPagingTest {
    private static final String PROFILE = "https://jsonapi.org/profiles/ethanresnick/cursor-pagination/";

    /** Creates books of one subject with equal names and absent dates, so that every kind of tie occurs. */
    private static String subject(Library library, int books) {
        var subject = unique("CUR");
        IntStream.range(0, books)
                .forEach(number -> library.admin()
                        .post("/v1/books/", """
                        {"data": {"type": "books", "attributes": {"isbn": "%s", "title": "Name %s",
                          "subject_code": "%s", "available_from": %s}}}""".formatted(
                                        unique(subject),
                                        number % 3,
                                        subject,
                                        number % 2 == 0 ? "null" : "\"2024-0%s-01\"".formatted(1 + number % 4)))
                        .expectStatus(201));
        return subject;
    }

    private static String collection(String subject, String sort) {
        return "/v1/books/?filter[subject_code]=%s&sort=%s&fields[books]=title".formatted(subject, sort);
    }

    @Proves({"Cursor pagination profile, Sorting Requirement", "Cursor pagination profile, page[size]"})
    @ParameterizedTest
    @ValueSource(strings = {"id", "-id", "title", "-title", "title,-isbn", "available_from", "-available_from,title"})
    void cursors_visit_every_resource_once_in_both_directions_in_the_order_of_numbered_pages(
            String sort, Library library) {
        var collection = collection(subject(library, 11), sort);
        var expected = library.reader().get(collection + "&page[size]=100").each("/id");
        assertThat(expected).hasSize(11);
        assertThat(library.reader().walk(collection + "&page[size]=2&page[after]=", "next", "/id"))
                .isEqualTo(expected);
        var backwards = library.reader().walk(collection + "&page[size]=2&page[before]=", "prev", "/id");
        Collections.reverse(backwards);
        assertThat(backwards).isEqualTo(expected);
    }

    @Proves("Cursor pagination profile, Links")
    @Test
    void cursor_links_contain_all_other_parameters_and_are_null_at_the_ends(Library library) {
        var first = library.reader().get(collection(subject(library, 3), "title") + "&page[size]=2&page[after]=");
        first.expect("/links/prev", null).expectAbsent("/meta");
        assertThat(first.text("/links/next"))
                .startsWith(library.url() + "/v1/books/?filter%5Bsubject_code%5D=")
                .contains("&sort=title&fields%5Bbooks%5D=title&")
                .contains("page%5Bafter%5D=")
                .contains("page%5Bsize%5D=2");
        var second = library.reader().get(first.text("/links/next")).expect("/links/next", null);
        assertThat(second.each("/id")).hasSize(1);
        assertThat(library.reader().get(second.text("/links/prev")).each("/id")).isEqualTo(first.each("/id"));
        assertThat(library.reader().get(second.text("/links/last")).each("/id")).hasSize(2);
        assertThat(library.reader().get(second.text("/links/first")).each("/id"))
                .isEqualTo(first.each("/id"));
    }

    @Proves("Cursor pagination profile, page[after], page[before]")
    @Test
    void resources_deleted_between_two_pages_do_not_shift_the_following_pages(Library library) {
        var collection = collection(subject(library, 4), "isbn") + "&page[size]=2&page[after]=";
        var first = library.reader().get(collection);
        var second = library.reader().get(first.text("/links/next"));
        first.each("/id").forEach(id -> library.admin().delete("/v1/books/" + id + "/"));
        assertThat(library.reader().get(first.text("/links/next")).each("/id")).isEqualTo(second.each("/id"));
        assertThat(library.reader().get(second.text("/links/prev")).each("/id")).isEmpty();
    }

    @Test
    void cursors_work_with_includes_and_for_related_collections_also_empty_ones(Library library) {
        var subject = subject(library, 3);
        var page =
                library.reader().get(collection(subject, "title") + ",copies&include=copies&page[size]=2&page[after]=");
        assertThat(page.expectStatus(200).at("/included")).isEmpty();
        var empty = library.reader().get("/v1/books/" + page.text("/data/0/id") + "/copies/?page[before]=");
        assertThat(empty.expect("/links/prev", null).expect("/links/next", null).each("/id"))
                .isEmpty();
    }

    private static Reply rejected(Library library, String parameters) {
        return library.reader().get("/v1/books/?" + parameters).expectStatus(400);
    }

    @Proves("Cursor pagination profile, page[after], page[before]")
    @ParameterizedTest
    @ValueSource(strings = {"nonsense", "e30", "WyJ4Il0", "%00"})
    void a_malformed_cursor_is_400(String cursor, Library library) {
        rejected(library, "page[after]=" + cursor).expectError("invalid_page", "parameter", "page[after]");
    }

    @Proves("Cursor pagination profile, page[after], page[before]")
    @Test
    void a_cursor_of_another_sort_order_is_400(Library library) {
        var next = library.reader()
                .get(collection(subject(library, 3), "title") + "&page[size]=2&page[after]=")
                .text("/links/next");
        library.reader()
                .get(next.replace("sort=title", "sort=-title"))
                .expectStatus(400)
                .expectError("invalid_page", "parameter", "page[after]");
    }

    private static String cursorIn(String link) {
        return link.replaceFirst(".*page%5Bafter%5D=([^&]*).*", "$1");
    }

    @Proves("Cursor pagination profile, page[after], page[before]")
    @ParameterizedTest
    @ValueSource(strings = {"/v1/copies/?", "/v1/books/%s/copies/?", "/v1/loans/?"})
    void a_cursor_of_another_resource_type_is_400(String other, Library library) {
        var books = library.reader().get(collection(subject(library, 2), "id") + "&page[size]=1&page[after]=");
        var cursor = cursorIn(books.text("/links/next"));
        library.admin()
                .get(other.formatted(books.text("/data/0/id")) + "page[after]=" + cursor)
                .expectStatus(400)
                .expectError("invalid_page", "parameter", "page[after]");
    }

    @Test
    void a_cursor_is_a_position_among_all_resources_of_its_type_so_filters_can_change_between_pages(Library library) {
        var collection = collection(subject(library, 4), "title");
        var first = library.reader().get(collection + "&filter[title]=Name 0&page[size]=1&page[after]=");
        var afterTheFirst = collection + "&page[after]=" + cursorIn(first.text("/links/next"));
        assertThat(library.reader().get(afterTheFirst).each("/attributes/title"))
                .containsExactly("Name 0", "Name 1", "Name 2");
    }

    @Proves({
        "JSON:API 1.1, Error Objects",
        "Cursor pagination profile, Sorting Requirement",
        "Cursor pagination profile, page[size]",
        "Cursor pagination profile, Range Pagination"
    })
    @Test
    void the_errors_of_the_cursor_profile_have_its_type_links(Library library) {
        rejected(library, "page[size]=101")
                .expectError("page_too_large", "parameter", "page[size]")
                .expect("/errors/0/links/type", PROFILE + "max-size-exceeded")
                .expect("/errors/0/meta/page/maxSize", "100");
        rejected(library, "page[after]=&page[before]=")
                .expectError("range_not_supported", "parameter", "page[before]")
                .expect("/errors/0/links/type", PROFILE + "range-pagination-not-supported");
        rejected(library, "page[after]=&sort=title,-summary")
                .expectError("unsupported_sort", "parameter", "sort")
                .expect("/errors/0/links/type", PROFILE + "unsupported-sort");
        rejected(library, "page[after]=&page[number]=1").expectError("invalid_page", "parameter", "page[number]");
    }
}
