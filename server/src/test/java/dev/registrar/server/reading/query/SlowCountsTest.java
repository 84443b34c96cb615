package dev.registrar.server.reading.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.Sql;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A page whose resources cannot be counted in time fails with an error that names the remedy. */
class SlowCountsTest {
    private static Service service;

    @BeforeAll
    static void a_service_whose_searches_take_too_long() throws Exception {
        service = Service.start(
                "database", new JsonObject().put("statement-timeout", "330 ms").put("lock-timeout", "220 ms"));
        Sql.execute(service.databaseUri(), """
                    CREATE OR REPLACE FUNCTION course.search_query(words text) RETURNS tsquery
                    LANGUAGE plpgsql IMMUTABLE AS $$
                    BEGIN
                        PERFORM pg_sleep(40);
                    END $$""");
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static String detail(String query) {
        return service.reader()
                .get("/v1/courses/?filter[search]=logic" + query)
                .expectStatus(503)
                .expectHeader("Retry-After", "1")
                .expect("/errors/0/code", "service_unavailable")
                .text("/errors/0/detail");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "&page[number]=7&include=course_terms"})
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
