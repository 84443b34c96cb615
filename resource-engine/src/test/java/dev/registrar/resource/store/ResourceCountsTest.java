package dev.registrar.resource.store;

import static dev.registrar.testing.postgresql.Sql.execute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.registrar.platform.database.Database;
import dev.registrar.platform.database.DatabaseSettings;
import dev.registrar.platform.database.Pool;
import dev.registrar.platform.settings.Settings;
import dev.registrar.platform.settings.TimeLimits;
import dev.registrar.platform.time.Repeat;
import dev.registrar.resource.schema.Migrations;
import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryExtension;
import dev.registrar.resource.testing.LibraryTypes;
import dev.registrar.testing.Await;
import dev.registrar.testing.InParallel;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.postgresql.PGConnection;

/** The counts of resources are exact in every snapshot, whatever writers do and while several nodes keep the table small. */
@ExtendWith(LibraryExtension.class)
class ResourceCountsTest {
    private static final int WRITERS = 8;
    private static final int ROUNDS = 8;

    private static final String NEW_BOOKS = """
            INSERT INTO stock.books SELECT gen_random_uuid(), '', '', '', '', '%1$s' || n, 'Logic', '', NULL, NULL, 'user', now()
            FROM generate_series(1, %2$s) AS n""";

    private static final String NEW_TERMS = """
            INSERT INTO stock.copies
            SELECT gen_random_uuid(), isbn || '-' || n, 0, true, NULL, NULL, 'user', now(), id
            FROM stock.books, generate_series(1, %2$s) AS n WHERE isbn = '%1$s1'""";

    @AutoClose
    private Vertx vertx;

    private String uri;
    private DatabaseSettings settings;
    private TimeLimits limits;

    @BeforeEach
    void an_up_to_date_database(Library library) throws SQLException {
        uri = Sql.newDatabase(library.databaseUri());
        var configuration = Library.settings(uri);
        settings = Settings.read(configuration, "database", DatabaseSettings.class);
        limits = TimeLimits.in(configuration);
        vertx = Vertx.vertx();
        migrate();
    }

    private void migrate() {
        Await.success(Migrations.run(vertx, settings, LibraryTypes.STOCK));
    }

    private String read(String query) {
        return String.join(" ", Sql.read(uri, query));
    }

    private String wrongCounts() throws SQLException {
        return read("SELECT counts::text FROM stock.wrong_resource_counts counts");
    }

    private String counted(String type) throws SQLException {
        return read("SELECT coalesce(sum(change), 0) FROM stock.resource_counts WHERE type = '%s'".formatted(type));
    }

    private Database database() {
        return Await.success(Database.open(vertx, settings, limits, Pool.BACKGROUND));
    }

    /** Folds without a pause, as two nodes. */
    private List<Future<Void>> foldUntil(AtomicBoolean done) {
        return List.of(foldUntil(done, database()), foldUntil(done, database()));
    }

    private static Future<Void> foldUntil(AtomicBoolean done, Database node) {
        return Repeat.until(
                any -> done.get(),
                null,
                any -> node.run(ResourceCounts.fold("stock")).mapEmpty());
    }

    /** Everything that one round of a writer does: what is committed, what is not, and a connection that is killed. */
    private void write(String prefix) {
        try (var session = Sql.session(uri)) {
            execute(session, NEW_BOOKS.formatted(prefix + "a", 1), NEW_BOOKS.formatted(prefix + "b", 7));
            execute(session, NEW_TERMS.formatted(prefix + "a", 3), NEW_TERMS.formatted(prefix + "b", 2));
            assertThatThrownBy(() -> execute(session, NEW_BOOKS.formatted(prefix + "b", 9)));
            execute(session, NEW_BOOKS.formatted(prefix + "b", 8) + " ON CONFLICT DO NOTHING");
            execute(session, "DELETE FROM stock.books WHERE isbn LIKE '%sb%%'".formatted(prefix));
            copy(session, prefix);
            session.setAutoCommit(false);
            execute(session, NEW_BOOKS.formatted(prefix + "c", 5), "SAVEPOINT before");
            execute(session, NEW_TERMS.formatted(prefix + "c", 4), "ROLLBACK TO before");
            session.commit();
            execute(session, NEW_BOOKS.formatted(prefix + "d", 11), "DELETE FROM stock.copies");
            session.rollback();
            session.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            execute(session, NEW_BOOKS.formatted(prefix + "e", 2));
            session.commit();
            execute(session, NEW_BOOKS.formatted(prefix + "f", 13));
            kill(session);
        } catch (SQLException | IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void copy(Connection session, String prefix) throws SQLException, IOException {
        var line = "%1$sg%2$s\tLogic\n";
        var lines = line.formatted(prefix, 1) + line.formatted(prefix, 2);
        session.unwrap(PGConnection.class)
                .getCopyAPI()
                .copyIn("""
                        COPY stock.books (isbn, title, publisher_code, language_code,
                            subject_code, shelf, summary, changed_by, changed_on)
                        FROM STDIN""", new StringReader(lines.replace("\n", "\t\t\t\t\t\tuser\t2026-09-01\n")));
    }

    private void kill(Connection session) throws SQLException {
        var id = Sql.read(session, "SELECT pg_backend_pid()").get(0);
        assertThat(read("SELECT pg_terminate_backend(%s)".formatted(id))).isEqualTo("t");
    }

    @Test
    void counts_are_exact_in_every_snapshot_while_writers_write_and_nodes_fold() throws Exception {
        var done = new AtomicBoolean();
        var folding = foldUntil(done);
        var reading = vertx.<Void>executeBlocking(() -> {
            while (!done.get()) {
                assertThat(wrongCounts()).isEmpty();
            }
            return null;
        });
        try {
            InParallel.forEach(
                    IntStream.range(0, WRITERS * ROUNDS).boxed().toList(), round -> write("W" + round + "x"));
        } finally {
            done.set(true);
        }
        Await.success(reading);
        Await.success(Future.all(folding));
        assertThat(wrongCounts()).isEmpty();
        assertThat(counted("books")).isEqualTo(Integer.toString(WRITERS * ROUNDS * (1 + 2 + 5 + 2)));
        assertThat(Integer.parseInt(read("SELECT count(*) FROM stock.resource_counts")))
                .isLessThan(300);
    }

    /** PostgreSQL keeps a plan from when the table was empty. */
    @Test
    void folding_looks_at_each_row_once_also_after_a_bulk_load() throws SQLException {
        execute(uri, "VACUUM ANALYZE stock.resource_counts");
        var fold = ResourceCounts.FOLD.formatted("stock").replace("$1", "0").replace("$2", "60000");
        assertThat(read("EXPLAIN " + fold)).contains("hashed SubPlan").doesNotContain("Nested Loop", "Join");
    }

    @Test
    void a_truncated_table_counts_nothing_and_is_only_truncated_with_a_snapshot_of_all_rows() throws SQLException {
        execute(uri, NEW_BOOKS.formatted("T", 9), NEW_TERMS.formatted("T", 4));
        assertThat(counted("books") + " " + counted("copies")).isEqualTo("9 4");
        execute(uri, "TRUNCATE stock.books CASCADE", NEW_BOOKS.formatted("U", 2));
        assertThat(counted("books") + " " + counted("copies")).isEqualTo("2 0");
        assertThat(wrongCounts()).isEmpty();
        // A snapshot may lack some of the rows.
        try (var session = Sql.session(uri)) {
            session.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            assertThatThrownBy(() -> execute(session, "TRUNCATE stock.books CASCADE"))
                    .hasMessageContaining("requires the transaction isolation level READ COMMITTED");
        }
    }

    @Test
    void counts_that_are_wrong_are_shown_and_can_be_corrected() throws SQLException {
        execute(uri, "SET session_replication_role = replica;" + NEW_BOOKS.formatted("R", 6));
        assertThat(wrongCounts()).isEqualTo("(books,6,0)");
        execute(uri, "SELECT stock.recount_resources('books', 'stock.books')");
        assertThat(wrongCounts()).isEmpty();
        assertThat(counted("books")).isEqualTo("6");
    }

    @Test
    void an_upgrade_counts_what_nodes_of_the_previous_version_write_meanwhile() throws SQLException {
        execute(
                uri,
                "DROP FUNCTION stock.count_resources() CASCADE",
                "DROP TABLE stock.resource_counts CASCADE",
                "DELETE FROM stock.flyway_schema_history WHERE version IS NULL AND description LIKE '%count%'",
                NEW_BOOKS.formatted("P", 2000));
        var done = new AtomicBoolean();
        var writing = vertx.executeBlocking(() -> {
            var number = 0;
            try (var session = Sql.session(uri)) {
                while (!done.get()) {
                    number++;
                    execute(session, NEW_BOOKS.formatted("N" + number + "x", 1));
                }
            }
            return number;
        });
        Future<?> migrated;
        try (var open = Sql.session(uri)) {
            open.setAutoCommit(false);
            execute(open, NEW_BOOKS.formatted("O", 3));
            migrated = Future.all(migrateOnAnotherThread(), migrateOnAnotherThread());
            Await.until("a migration waits for the open transaction", this::isTableAwaited);
            open.commit();
        }
        Await.success(migrated);
        done.set(true);
        var written = Await.success(writing);
        assertThat(wrongCounts()).isEmpty();
        assertThat(counted("books")).isEqualTo(Integer.toString(2000 + 3 + written));
    }

    private Future<Void> migrateOnAnotherThread() {
        return vertx.executeBlocking(
                () -> {
                    migrate();
                    return null;
                },
                false);
    }

    private boolean isTableAwaited() {
        return Sql.count(uri, "pg_locks WHERE relation = 'stock.books'::regclass AND NOT granted") > 0;
    }
}
