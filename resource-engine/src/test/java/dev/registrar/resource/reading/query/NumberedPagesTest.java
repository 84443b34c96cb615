package dev.registrar.resource.reading.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.Reply;
import dev.registrar.testing.postgresql.Sql;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages with a number, which are read from the nearer end of the collection, contain what pages with a cursor contain. */
class NumberedPagesTest {
    private static final int BOOKS = 43;
    private static final int LAST_PAGE = 9;

    @AutoClose
    private static Library library;

    @BeforeAll
    static void a_library_with_books_and_a_copy_of_each() throws Exception {
        library = Library.start();
        Sql.execute(library.databaseUri(), """
                    INSERT INTO stock.books
                    SELECT gen_random_uuid(), '', '', 'S' || n %% 3, n, 'C' || n, 'Name ' || n %% 7, 'text ' || n %% 5,
                        current_date - nullif(n %% 4, 0), NULL, 'user', now()
                    FROM generate_series(1, %s) AS n;
                    INSERT INTO stock.copies
                    SELECT gen_random_uuid(), 'T' || isbn, 0, true, NULL, NULL, 'user', now(), id
                    FROM stock.books""".formatted(BOOKS));
    }

    private static List<String> ids(Reply page, String member) {
        return StreamSupport.stream(page.at(member).spliterator(), false)
                .map(resource -> resource.path("id").asText())
                .toList();
    }

    private static Reply page(String query, int number) {
        return library.reader()
                .get("/v1/books/?page[size]=5&page[number]=%s&%s".formatted(number, query))
                .expectStatus(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sort=id",
                "sort=title",
                "sort=title,-id",
                "sort=available_from",
                "sort=-available_from,shelf",
                "sort=title&filter[subject_code]=S1",
                "sort=title&filter[title.contains]=am"
            })
    void numbered_pages_contain_what_cursor_pages_contain(String query) {
        var expected = library.reader().walk("/v1/books/?page[size]=5&page[after]=&" + query, "next", "/id");
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
            var page = page("include=copies", number);
            var linked = StreamSupport.stream(page.at("/data").spliterator(), false)
                    .map(book -> book.at("/relationships/copies/data/0/id").asText())
                    .toList();
            assertThat(ids(page, "/included")).containsExactlyInAnyOrderElementsOf(linked);
        }
    }

    @Test
    void a_page_past_the_last_one_is_404_with_the_number_of_the_last_page() {
        for (var number : List.of(LAST_PAGE + 1, LAST_PAGE + 2, Integer.MAX_VALUE)) {
            library.reader()
                    .get("/v1/books/?page[size]=5&page[number]=" + number)
                    .expectStatus(404)
                    .expect("/errors/0/code", "page_not_found")
                    .expect("/errors/0/detail", "The number of the last page of this size is %s.".formatted(LAST_PAGE));
        }
    }
}
