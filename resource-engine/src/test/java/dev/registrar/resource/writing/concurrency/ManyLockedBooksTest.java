package dev.registrar.resource.writing.concurrency;

import static dev.registrar.resource.testing.LibraryTypes.loan;
import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.Reply;
import dev.registrar.testing.InParallel;
import dev.registrar.testing.RecordedLog;
import dev.registrar.testing.postgresql.Sql;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Books that somebody has locked in another transaction, for example in a session with psql that is left open. */
class ManyLockedBooksTest {
    /** Ten times as many as there are connections for changes. */
    private static final int LOCKED = 20;

    @AutoClose
    private static Library library;

    @BeforeAll
    static void a_library() throws IOException {
        library = Library.start();
    }

    private static Reply lend(String book) {
        return library.admin().post("/v1/loans/", loan(unique("borrower"), book));
    }

    private static CompletableFuture<Void> lendInVain(List<String> books) {
        return CompletableFuture.runAsync(() -> InParallel.forEach(
                books,
                book -> List.of(1, 2, 3)
                        .forEach(time -> assertThat(lend(book)
                                        .expectStatus(503)
                                        .expectError("service_unavailable")
                                        .body())
                                .contains("Another transaction has locked"))));
    }

    @Test
    void loans_for_another_book_succeed_at_once_while_those_for_locked_books_wait_in_vain_and_are_told_why()
            throws SQLException {
        var locked = Stream.generate(library::newBook).limit(LOCKED).toList();
        var other = library.newBook();
        var loans = 0;
        try (var log = RecordedLog.start(this);
                var session = Sql.hold(
                        library.databaseUri(),
                        "SELECT FROM stock.books WHERE id IN ('%s') FOR UPDATE"
                                .formatted(String.join("', '", locked)))) {
            var waiting = CompletableFuture.allOf(lendInVain(locked), lendInVain(locked));
            while (!waiting.isDone()) {
                lend(other).expectStatus(201);
                loans++;
            }
            waiting.join();
            assertThat(log.warnings("another transaction keeps locked")).isNotEmpty();
            session.rollback();
        }
        assertThat(loans).as("loans while others wait three times").isGreaterThan(2 * LOCKED);
    }
}
