package dev.registrar.resource.export;

import static dev.registrar.resource.testing.LibraryTypes.book;
import static dev.registrar.testing.postgresql.Sql.execute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.registrar.resource.bus.ErrorReplyException;
import dev.registrar.resource.bus.stream.ChunkReader;
import dev.registrar.resource.testing.BusClient;
import dev.registrar.resource.testing.Library;
import dev.registrar.testing.Await;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Exports of many resources while something else happens. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RunningExportTest {
    private static final int BOOKS = 25_000;
    private static final String LOANS = "/v1/loans/?fields[loans]=book";
    private static final String SESSIONS_OF_EXPORTS =
            "pg_stat_activity WHERE state = 'idle in transaction' AND query LIKE '%stock.books%' AND datname = current_database()";

    private Library library;
    private BusClient reader;

    @BeforeAll
    void a_library_with_many_books_each_of_which_is_lent() throws IOException, SQLException {
        library = Library.start();
        reader = library.reader().withHeader("Accept", "text/csv");
        execute(
                library.databaseUri(),
                """
                    INSERT INTO stock.books SELECT gen_random_uuid(), '', '', '', '', 'MANY' || n, 'Name', repeat('x', 500), NULL, NULL, 'user', now()
                    FROM generate_series(1, %s) AS n""".formatted(BOOKS),
                "INSERT INTO lending.loans (borrower, state, book_id) SELECT 'ann', 'lent', id FROM stock.books");
    }

    @AfterAll
    void stop() {
        library.close();
    }

    private static Stream<String> rest(ChunkReader file) {
        var text = new StringBuilder();
        for (var chunk = Await.success(file.next()); chunk.isPresent(); chunk = Await.success(file.next())) {
            text.append(chunk.get());
        }
        return text.toString().lines();
    }

    private long running() {
        return Sql.count(library.databaseUri(), SESSIONS_OF_EXPORTS);
    }

    private void awaitNone() {
        Await.until("the transactions of exports have ended", () -> running() == 0);
    }

    @Test
    void a_file_shows_one_snapshot_whatever_changes_meanwhile() throws SQLException {
        var file = reader.beginFile("/v1/books/?fields[books]=isbn&sort=isbn");
        var first = Await.success(file.next()).map(Buffer::toString).orElseThrow();
        execute(library.databaseUri(), "UPDATE stock.books SET shelf = 'moved' WHERE isbn LIKE 'MANY9%'");
        var added = library.create("books", book("ZZZ-last", "Logic"));
        library.admin().delete("/v1/books/" + added + "/").expectStatus(204);
        var second = library.create("books", book("ZZZ-added", "Logic"));
        var isbns = Stream.concat(first.lines(), rest(file)).toList();
        assertThat(isbns).hasSize(BOOKS + 1).doesNotHaveDuplicates();
        library.admin().delete("/v1/books/" + second + "/").expectStatus(204);
    }

    @Test
    void chunks_are_small_however_many_resources_there_are() {
        var file = reader.beginFile("/v1/books/");
        var lines = 0;
        for (var chunk = Await.success(file.next()); chunk.isPresent(); chunk = Await.success(file.next())) {
            assertThat(chunk.get().length()).isLessThan(200_000);
            lines += (int) chunk.get().toString().lines().count();
        }
        assertThat(lines).isEqualTo(BOOKS + 1);
    }

    @Test
    void identifiers_of_another_verticle_are_those_of_each_resource() {
        var expected = new HashSet<>(Sql.read(
                library.databaseUri(),
                "SELECT l.id || ',' || b.isbn FROM lending.loans l JOIN stock.books b ON b.id = l.book_id"));
        var records = rest(reader.beginFile(LOANS)).skip(1).toList();
        assertThat(records).hasSize(BOOKS);
        assertThat(new HashSet<>(records)).isEqualTo(expected);
    }

    @Test
    void a_third_export_at_once_is_rejected_until_one_ends() {
        var first = reader.beginFile("/v1/books/");
        var second = reader.beginFile("/v1/books/");
        reader.get(LOANS).expectStatus(429).expectError("too_many_exports");
        library.reader().get("/v1/books/").expectStatus(200);
        first.cancel();
        Await.until("there is room for another one", this::isAdmitted);
        second.cancel();
        awaitNone();
    }

    private boolean isAdmitted() {
        try {
            return rest(reader.beginFile("/v1/books/?filter[isbn]=MANY1")).count() == 2;
        } catch (AssertionError rejected) {
            assertThat(rejected).rootCause().hasMessageContaining("too_many_exports");
            return false;
        }
    }

    @Test
    void the_transaction_ends_with_the_file_and_when_its_receiver_gives_up() {
        var file = reader.beginFile("/v1/books/");
        Await.success(file.next());
        assertThat(running()).isEqualTo(1);
        file.cancel();
        awaitNone();
        assertThat(rest(reader.beginFile("/v1/books/"))).hasSize(BOOKS + 1);
        awaitNone();
    }

    @Test
    void a_file_is_cut_when_the_database_is_lost() throws SQLException {
        var file = reader.beginFile("/v1/books/");
        Await.success(file.next());
        execute(library.databaseUri(), "SELECT pg_terminate_backend(pid) FROM " + SESSIONS_OF_EXPORTS);
        assertThatThrownBy(() -> rest(file)).hasRootCauseInstanceOf(ErrorReplyException.class);
        assertThat(rest(reader.beginFile("/v1/books/?filter[isbn]=MANY1"))).hasSize(2);
    }
}
