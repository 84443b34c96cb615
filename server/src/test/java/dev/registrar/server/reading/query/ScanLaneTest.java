package dev.registrar.server.reading.query;

import static dev.registrar.server.testing.Sql.execute;
import static dev.registrar.server.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Await;
import dev.registrar.server.testing.Response;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.Sql;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Searches and other reads that scan a whole collection do not delay other requests, however many there are. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ScanLaneTest {
    /** One of the two connections for reading is for scans; at most eight scans wait for it. */
    private static final JsonObject SETTINGS = new JsonObject("""
            {"http": {"reply-timeout": "25 s"},
             "database": {"pool-size": 2, "statement-timeout": "21 s", "lock-timeout": "20 s", "max-wait": "22 s"}}""");

    private static final int MOST_AT_ONCE = 9;

    /** No course has this id. */
    private static final String NONE = "9b1f0cf4-6dd3-4f0e-8d41-1f3d6f0c7a55";

    /** The last page of so many courses that a page as far from both ends would be a scan. */
    private static final int LAST_PAGE = 502;

    private final ExecutorService clients = Executors.newFixedThreadPool(2 * MOST_AT_ONCE);
    private Service service;
    private String course;
    private String crowded;

    @BeforeAll
    void a_service_whose_searches_can_be_blocked() throws Exception {
        service = Service.start(SETTINGS);
        course = service.admin().post("/v1/courses/", course("HELD", "Logic")).id();
        crowded = service.admin()
                .post("/v1/courses/", course("CROWDED", "Rhetoric"))
                .id();
        execute(
                service.databaseUri(),
                """
                    INSERT INTO course.course_terms SELECT gen_random_uuid(), 'TERM' || n, 1, true, NULL, NULL, 'user', now(), '%s'
                    FROM generate_series(1, 10023) AS n""".formatted(crowded),
                """
                    INSERT INTO course.courses SELECT gen_random_uuid(), '', '', '', '', 'MANY' || lpad(n::text, 5, '0'), 'Name', '', NULL, NULL, 'user', now()
                    FROM generate_series(1, 10030) AS n""",
                "ALTER FUNCTION course.search_query(text) RENAME TO search_query_at_once",
                """
                    CREATE FUNCTION course.search_query(words text) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE AS $$
                    BEGIN
                        PERFORM pg_advisory_xact_lock_shared(1);
                        RETURN course.search_query_at_once(words);
                    END $$""");
    }

    @AfterAll
    void stop() {
        clients.shutdownNow();
        service.close();
    }

    private List<CompletableFuture<Response>> send(int number, String path) {
        List<CompletableFuture<Response>> responses = new ArrayList<>();
        for (var index = 0; index < number; index++) {
            responses.add(CompletableFuture.supplyAsync(() -> service.reader().get(path), clients));
        }
        return responses;
    }

    @Test
    void blocked_searches_do_not_delay_other_reads_and_too_many_searches_get_503() throws SQLException {
        try (var session = service.databaseSession()) {
            execute(session, "SELECT pg_advisory_lock(1)");
            var first = send(1, "/v1/courses/?filter[search]=logic");
            Await.until(
                    "a search holds the connection",
                    () -> Sql.count(service.databaseUri(), "pg_locks WHERE locktype = 'advisory' AND NOT granted") > 0);
            var ofAnother = CompletableFuture.supplyAsync(
                    () -> service.admin().get("/v1/courses/?filter[search]=ethics"), clients);
            var others = new ArrayList<>(send(MOST_AT_ONCE, "/v1/courses/?filter[search]=logic"));
            others.addAll(send(MOST_AT_ONCE, "/v1/courses/?filter[course_name.icontains]=logic"));
            Await.until("some are rejected", () -> others.stream().anyMatch(CompletableFuture::isDone));
            others.stream()
                    .filter(CompletableFuture::isDone)
                    .map(CompletableFuture::join)
                    .forEach(response ->
                            response.expectStatus(503).expectError("overloaded").expectHeader("Retry-After", "1"));
            for (var path : List.of(
                    "/v1/courses/",
                    "/v1/courses/%s/".formatted(course),
                    "/v1/courses/?page[number]=" + LAST_PAGE,
                    "/v1/courses/?sort=-course_name&page[number]=" + LAST_PAGE,
                    "/v1/courses/?filter[course_identifier]=HELD&sort=-last_mod_user_name",
                    "/v1/courses/?filter[course_name.startswith]=Lo&sort=-course_name",
                    "/v1/courses/?filter[course_identifier.startswith]=MANY1&sort=suffix_two",
                    "/v1/courses/?filter[course_identifier.startswith]=MANY1&sort=suffix_two&page[after]=",
                    "/v1/courses/%s/course_terms/?sort=audit_permitted_code".formatted(course),
                    "/v1/course_terms/")) {
                service.reader().get(path).expectStatus(200);
            }
            for (var path : List.of(
                    "/v1/course_terms/?filter[course]=%s,%s".formatted(NONE, crowded),
                    "/v1/courses/%s/course_terms/".formatted(crowded),
                    "/v1/course_terms/?filter[course.course_identifier]=CROWDED",
                    "/v1/course_terms/?filter[course]=%s&filter[term_identifier.contains]=none".formatted(crowded))) {
                service.reader().get(path).expectStatus(503).expectError("overloaded");
            }
            service.reader()
                    .get("/v1/course_terms/?filter[course]=%s,%s&sort=last_mod_date".formatted(NONE, course))
                    .expectStatus(200)
                    .expect("/meta/pagination/count", "0");
            execute(session, "SELECT pg_advisory_unlock_all()");
            ofAnother.join().expectStatus(200);
            first.forEach(response -> response.join().expectStatus(200).expect("/data/0/id", course));
            assertThat(others)
                    .allSatisfy(response -> assertThat(response.join().status()).isIn(200, 503));
        }
    }

    @Test
    void the_resources_of_one_with_more_than_10000_are_counted_exactly_and_their_pages_are_complete() {
        var all = "/v1/course_terms/?filter[course]=" + crowded;
        for (var query : List.of("", "&sort=-audit_permitted_code", "&include=course")) {
            service.reader()
                    .get(all + query)
                    .expect("/meta/pagination/count", "10023")
                    .expect("/data/19/type", "course_terms");
        }
        assertThat(numberReachedByCursors(all)).isEqualTo(10023);
        service.reader().get(all + "&filter[term_identifier.contains]=none").expect("/meta/pagination/count", "0");
        service.reader().get(all + "&page[number]=503").expectStatus(404).expectError("page_not_found");
    }

    @Test
    void a_range_of_more_than_10000_resources_is_counted_exactly_and_its_pages_are_complete() {
        var many = "/v1/courses/?filter[course_identifier.startswith]=MANY";
        for (var query : List.of("", "&sort=-suffix_two", "&page[number]=500", "&include=course_terms")) {
            service.reader()
                    .get(many + query)
                    .expectStatus(200)
                    .expect("/meta/pagination/count", "10030")
                    .expect("/data/19/type", "courses");
        }
        service.reader().get(many + "&page[number]=503").expectStatus(404).expectError("page_not_found");
        service.reader().get(many + "1").expect("/meta/pagination/count", "31");
        assertThat(numberReachedByCursors(many + "&sort=suffix_two,-course_number"))
                .isEqualTo(10030);
        var last = service.reader().get(many + "&sort=suffix_two,course_identifier&page[size]=29&page[before]=");
        var next = service.reader()
                .get(service.reader().get(last.text("/links/prev")).text("/links/next"));
        assertThat(next.each("/id")).hasSize(29).isEqualTo(last.each("/id"));
    }

    private int numberReachedByCursors(String collection) {
        var reached = new HashSet<String>();
        var next = collection + "&page[size]=100&page[after]=";
        while (next != null) {
            var page = service.reader().get(next).expectStatus(200);
            page.at("/data").forEach(course -> reached.add(course.path("id").asText()));
            next = page.at("/links/next").textValue();
        }
        return reached.size();
    }
}
