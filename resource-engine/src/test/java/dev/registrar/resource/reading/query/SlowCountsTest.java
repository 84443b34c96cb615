package dev.registrar.resource.reading.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.testing.Library;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A page whose resources cannot be counted in time fails with an error that names the remedy. */
class SlowCountsTest {
    @AutoClose
    private static Library library;

    @BeforeAll
    static void a_library_whose_searches_take_too_long() throws Exception {
        library = Library.start(new JsonObject("""
                {"database": {"statement-timeout": "330 ms", "lock-timeout": "220 ms"}}"""));
        Sql.execute(library.databaseUri(), """
                    CREATE OR REPLACE FUNCTION stock.search_query(words text) RETURNS tsquery
                    LANGUAGE plpgsql IMMUTABLE AS $$
                    BEGIN
                        PERFORM pg_sleep(40);
                    END $$""");
    }

    private static String detail(String query) {
        return library.reader()
                .get("/v1/books/?filter[search]=logic" + query)
                .expectStatus(503)
                .expect("/errors/0/code", "service_unavailable")
                .text("/errors/0/detail");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "&page[number]=7&include=copies"})
    void a_numbered_page_that_cannot_be_counted_in_time_is_503_and_the_error_suggests_a_more_specific_search(
            String page) {
        assertThat(detail(page)).contains("counted in time", "search for something");
    }

    @ParameterizedTest
    @ValueSource(strings = {"&page[after]=", "&page[before]="})
    void a_page_with_a_cursor_that_takes_too_long_is_503_without_this_suggestion(String page) {
        assertThat(detail(page)).contains("try again").doesNotContain("counted");
    }
}
