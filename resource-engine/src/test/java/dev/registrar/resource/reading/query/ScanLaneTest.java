package dev.registrar.resource.reading.query;

import static dev.registrar.resource.testing.LibraryTypes.book;
import static dev.registrar.testing.postgresql.Sql.execute;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.Reply;
import dev.registrar.testing.Await;
import dev.registrar.testing.postgresql.Sql;
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

    /** No book has this id. */
    private static final String NONE = "9b1f0cf4-6dd3-4f0e-8d41-1f3d6f0c7a55";

    /** The last page of so many books that a page as far from both ends would be a scan. */
    private static final int LAST_PAGE = 502;

    private final ExecutorService clients = Executors.newFixedThreadPool(2 * MOST_AT_ONCE);
    private Library library;
    private String book;
    private String crowded;

    @BeforeAll
    void a_library_whose_searches_can_be_blocked() throws Exception {
        library = Library.start(SETTINGS);
        book = library.create("books", book("HELD", "Logic"));
        crowded = library.create("books", book("CROWDED", "Rhetoric"));
        execute(
                library.databaseUri(),
                """
                    INSERT INTO stock.copies SELECT gen_random_uuid(), 'TERM' || n, 1, true, NULL, NULL, 'user', now(), '%s'
                    FROM generate_series(1, 10023) AS n""".formatted(crowded),
                """
                    INSERT INTO stock.books SELECT gen_random_uuid(), '', '', '', '', 'MANY' || lpad(n::text, 5, '0'), 'Name', '', NULL, NULL, 'user', now()
                    FROM generate_series(1, 10030) AS n""",
                "ALTER FUNCTION stock.search_query(text) RENAME TO search_query_at_once",
                """
                    CREATE FUNCTION stock.search_query(words text) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE AS $$
                    BEGIN
                        PERFORM pg_advisory_xact_lock_shared(1);
                        RETURN stock.search_query_at_once(words);
                    END $$""");
    }

    @AfterAll
    void stop() {
        clients.shutdownNow();
        library.close();
    }

    private List<CompletableFuture<Reply>> send(int number, String path) {
        List<CompletableFuture<Reply>> responses = new ArrayList<>();
        for (var index = 0; index < number; index++) {
            responses.add(CompletableFuture.supplyAsync(() -> library.reader().get(path), clients));
        }
        return responses;
    }

    @Test
    void blocked_searches_do_not_delay_other_reads_and_too_many_searches_get_503() throws SQLException {
        try (var session = library.databaseSession()) {
            execute(session, "SELECT pg_advisory_lock(1)");
            var first = send(1, "/v1/books/?filter[search]=logic");
            Await.until(
                    "a search holds the connection",
                    () -> Sql.count(library.databaseUri(), "pg_locks WHERE locktype = 'advisory' AND NOT granted") > 0);
            var ofAnother = CompletableFuture.supplyAsync(
                    () -> library.admin().get("/v1/books/?filter[search]=ethics"), clients);
            var others = new ArrayList<>(send(MOST_AT_ONCE, "/v1/books/?filter[search]=logic"));
            others.addAll(send(MOST_AT_ONCE, "/v1/books/?filter[title.icontains]=logic"));
            Await.until("some are rejected", () -> others.stream().anyMatch(CompletableFuture::isDone));
            others.stream()
                    .filter(CompletableFuture::isDone)
                    .map(CompletableFuture::join)
                    .forEach(response -> response.expectStatus(503).expectError("overloaded"));
            for (var path : List.of(
                    "/v1/books/",
                    "/v1/books/%s/".formatted(book),
                    "/v1/books/?page[number]=" + LAST_PAGE,
                    "/v1/books/?sort=-title&page[number]=" + LAST_PAGE,
                    "/v1/books/?filter[isbn]=HELD&sort=-changed_by",
                    "/v1/books/?filter[title.startswith]=Lo&sort=-title",
                    "/v1/books/?filter[isbn.startswith]=MANY1&sort=language_code",
                    "/v1/books/?filter[isbn.startswith]=MANY1&sort=language_code&page[after]=",
                    "/v1/books/%s/copies/?sort=days".formatted(book),
                    "/v1/copies/")) {
                library.reader().get(path).expectStatus(200);
            }
            for (var path : List.of(
                    "/v1/copies/?filter[book]=%s,%s".formatted(NONE, crowded),
                    "/v1/books/%s/copies/".formatted(crowded),
                    "/v1/copies/?filter[book.isbn]=CROWDED",
                    "/v1/copies/?filter[book]=%s&filter[barcode.contains]=none".formatted(crowded))) {
                library.reader().get(path).expectStatus(503).expectError("overloaded");
            }
            library.reader()
                    .get("/v1/copies/?filter[book]=%s,%s&sort=changed_on".formatted(NONE, book))
                    .expectStatus(200)
                    .expect("/meta/pagination/count", "0");
            execute(session, "SELECT pg_advisory_unlock_all()");
            ofAnother.join().expectStatus(200);
            first.forEach(response -> response.join().expectStatus(200).expect("/data/0/id", book));
            assertThat(others)
                    .allSatisfy(response -> assertThat(response.join().status()).isIn(200, 503));
        }
    }

    @Test
    void the_resources_of_one_with_more_than_10000_are_counted_exactly_and_their_pages_are_complete() {
        var all = "/v1/copies/?filter[book]=" + crowded;
        for (var query : List.of("", "&sort=-days", "&include=book")) {
            library.reader()
                    .get(all + query)
                    .expect("/meta/pagination/count", "10023")
                    .expect("/data/19/type", "copies");
        }
        assertThat(numberReachedByCursors(all)).isEqualTo(10023);
        library.reader().get(all + "&filter[barcode.contains]=none").expect("/meta/pagination/count", "0");
        library.reader().get(all + "&page[number]=503").expectStatus(404).expectError("page_not_found");
    }

    @Test
    void a_range_of_more_than_10000_resources_is_counted_exactly_and_its_pages_are_complete() {
        var many = "/v1/books/?filter[isbn.startswith]=MANY";
        for (var query : List.of("", "&sort=-language_code", "&page[number]=500", "&include=copies")) {
            library.reader()
                    .get(many + query)
                    .expectStatus(200)
                    .expect("/meta/pagination/count", "10030")
                    .expect("/data/19/type", "books");
        }
        library.reader().get(many + "&page[number]=503").expectStatus(404).expectError("page_not_found");
        library.reader().get(many + "1").expect("/meta/pagination/count", "31");
        assertThat(numberReachedByCursors(many + "&sort=language_code,-shelf")).isEqualTo(10030);
        var last = library.reader().get(many + "&sort=language_code,isbn&page[size]=29&page[before]=");
        var next = library.reader()
                .get(library.reader().get(last.text("/links/prev")).text("/links/next"));
        assertThat(next.each("/id")).hasSize(29).isEqualTo(last.each("/id"));
    }

    private int numberReachedByCursors(String collection) {
        return new HashSet<>(library.reader().walk(collection + "&page[size]=100&page[after]=", "next", "/id")).size();
    }
}
