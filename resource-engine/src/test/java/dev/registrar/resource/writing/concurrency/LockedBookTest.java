package dev.registrar.resource.writing.concurrency;

import static dev.registrar.resource.testing.LibraryTypes.loan;
import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.testing.BusClient;
import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.Reply;
import dev.registrar.testing.Await;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Who waits for a locked book does not keep the connections that changes of other books need. */
class LockedBookTest {
    /** More than there are connections for changes. */
    private static final int WAITING = 7;

    @AutoClose
    private static Library library;

    @BeforeAll
    static void a_library_that_waits_long_for_locks() throws Exception {
        library = Library.start(new JsonObject("""
                {"http": {"reply-timeout": "50 s", "idle-timeout": "51 s"},
                 "database": {"statement-timeout": "43 s", "lock-timeout": "41 s"}}"""));
    }

    private static Reply lend(BusClient client, String book) {
        return client.post("/v1/loans/", loan(unique("borrower"), book));
    }

    private static BusClient keyed() {
        return library.admin().withHeader("Idempotency-Key", unique("key"));
    }

    private static Reply rename(String book) {
        return library.admin()
                .patch(
                        "/v1/books/%s/".formatted(book),
                        Document.of("books", book).attribute("title", "Renamed"));
    }

    private static Reply delete(String book) {
        return library.admin().delete("/v1/books/%s/".formatted(book));
    }

    /** Sends these requests while the book is locked, and changes others meanwhile; all get this status in the end. */
    private static void whileLocked(String locked, int status, Supplier<Reply> request) throws SQLException {
        List<CompletableFuture<Reply>> waiting;
        try (var session = Sql.hold(
                library.databaseUri(), "SELECT FROM stock.books WHERE id = '%s' FOR UPDATE".formatted(locked))) {
            waiting = IntStream.range(0, WAITING)
                    .mapToObj(number -> CompletableFuture.supplyAsync(request))
                    .toList();
            Await.until("one waits for the book", () -> Sql.waitingForLocks(library.databaseUri()) > 0);
            var other = library.newBook();
            lend(library.admin(), other).expectStatus(201);
            lend(keyed(), other).expectStatus(201);
            rename(other).expectStatus(200);
            delete(library.newBook()).expectStatus(204);
            assertThat(waiting).noneMatch(CompletableFuture::isDone);
            session.rollback();
        }
        waiting.forEach(response -> response.join().expectStatus(status));
    }

    @Test
    void loans_for_other_books_go_on_while_those_for_a_locked_book_wait_and_none_is_lost_or_doubled()
            throws SQLException {
        var locked = library.newBook();
        whileLocked(locked, 201, () -> lend(library.admin(), locked));
        whileLocked(locked, 201, () -> lend(keyed(), locked));
        library.reader()
                .get("/v1/loans/?filter[book]=" + locked)
                .expect("/meta/pagination/count", Integer.toString(2 * WAITING));
    }

    @Test
    void changes_of_other_books_go_on_while_those_of_a_locked_book_wait() throws SQLException {
        var locked = library.newBook();
        whileLocked(locked, 200, () -> rename(locked));
    }
}
