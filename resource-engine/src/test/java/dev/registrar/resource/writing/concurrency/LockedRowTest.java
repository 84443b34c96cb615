package dev.registrar.resource.writing.concurrency;

import static dev.registrar.resource.testing.LibraryTypes.book;
import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryExtension;
import dev.registrar.testing.RecordedLog;
import dev.registrar.testing.postgresql.Sql;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A row that somebody has locked in another transaction, for example in a session with psql that is left open. */
@ExtendWith(LibraryExtension.class)
class LockedRowTest {

    @Test
    void a_change_of_a_locked_row_fails_and_the_error_and_the_log_say_that_another_transaction_has_locked_it(
            Library library) throws SQLException {
        var book = library.admin()
                .post("/v1/books/", book(unique("LOCKED"), "Logic"))
                .expectStatus(201);
        try (var log = RecordedLog.start(this);
                var session = Sql.hold(
                        library.databaseUri(),
                        "SELECT FROM stock.books WHERE id = '%s' FOR UPDATE".formatted(book.id()))) {
            var errors = library.admin()
                    .delete("/v1/books/" + book.id() + "/")
                    .expectStatus(503)
                    .expectError("service_unavailable");
            assertThat(errors.body()).contains("Another transaction has locked");
            assertThat(log.warnings("another transaction keeps locked")).hasSize(1);
            session.rollback();
        }
        library.admin().delete("/v1/books/" + book.id() + "/").expectStatus(204);
    }
}
