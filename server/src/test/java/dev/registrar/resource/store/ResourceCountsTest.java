package dev.registrar.resource.store;

import static dev.registrar.server.testing.Sql.execute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.registrar.course.CourseVerticle;
import dev.registrar.platform.database.Database;
import dev.registrar.platform.database.DatabaseSettings;
import dev.registrar.platform.database.Pool;
import dev.registrar.platform.settings.Settings;
import dev.registrar.platform.settings.TimeLimits;
import dev.registrar.platform.time.Repeat;
import dev.registrar.resource.schema.Migrations;
import dev.registrar.server.testing.Await;
import dev.registrar.server.testing.InParallel;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.server.testing.Sql;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.postgresql.PGConnection;

/** The counts of resources are exact in every snapshot, whatever writers do and while several nodes keep the table small. */
@ExtendWith(ServiceExtension.class)
class ResourceCountsTest {
    private static final int WRITERS = 8;
    private static final int ROUNDS = 12;

    private static final String NEW_COURSES = """
            INSERT INTO course.courses SELECT gen_random_uuid(), '', '', '', '', '%1$s' || n, 'Logic', '', NULL, NULL, 'user', now()
            FROM generate_series(1, %2$s) AS n""";

    private static final String NEW_TERMS = """
            INSERT INTO course.course_terms
            SELECT gen_random_uuid(), course_identifier || '-' || n, 0, true, NULL, NULL, 'user', now(), id
            FROM course.courses, generate_series(1, %2$s) AS n WHERE course_identifier = '%1$s1'""";

    private Vertx vertx;
    private String uri;
    private DatabaseSettings settings;
    private TimeLimits limits;

    @BeforeEach
    void an_up_to_date_database(Service service) throws SQLException {
        uri = Sql.newDatabase(service.databaseUri());
        var configuration = Service.configuration(uri);
        settings = Settings.read(configuration, "database", DatabaseSettings.class);
        limits = TimeLimits.in(configuration);
        vertx = Vertx.vertx();
        migrate();
    }

    @AfterEach
    void close() {
        Await.success(vertx.close());
    }

    private void migrate() {
        Await.success(Migrations.run(vertx, settings, CourseVerticle.SCHEMA));
    }

    private String read(String query) {
        return String.join(" ", Sql.read(uri, query));
    }

    private String wrongCounts() throws SQLException {
        return read("SELECT counts::text FROM course.wrong_resource_counts counts");
    }

    private String counted(String type) throws SQLException {
        return read("SELECT coalesce(sum(change), 0) FROM course.resource_counts WHERE type = '%s'".formatted(type));
    }

    private Database database() {
        return Await.success(Database.open(vertx, settings, limits, Pool.BACKGROUND));
    }

    /** Folds without a pause, as two nodes. */
    private List<Future<Void>> foldUntil(AtomicBoolean done) {
        return List.of(
                foldUntil(done, new ResourceCounts(vertx, database(), "course")),
                foldUntil(done, new ResourceCounts(vertx, database(), "course")));
    }

    private static Future<Void> foldUntil(AtomicBoolean done, ResourceCounts node) {
        return Repeat.until(any -> done.get(), null, any -> node.fold().mapEmpty());
    }

    /** Everything that one round of a writer does: what is committed, what is not, and a connection that is killed. */
    private void write(String prefix) {
        try (var session = Service.databaseSession(uri)) {
            execute(session, NEW_COURSES.formatted(prefix + "a", 1), NEW_COURSES.formatted(prefix + "b", 7));
            execute(session, NEW_TERMS.formatted(prefix + "a", 3), NEW_TERMS.formatted(prefix + "b", 2));
            assertThatThrownBy(() -> execute(session, NEW_COURSES.formatted(prefix + "b", 9)));
            execute(session, NEW_COURSES.formatted(prefix + "b", 8) + " ON CONFLICT DO NOTHING");
            execute(session, "DELETE FROM course.courses WHERE course_identifier LIKE '%sb%%'".formatted(prefix));
            copy(session, prefix);
            session.setAutoCommit(false);
            execute(session, NEW_COURSES.formatted(prefix + "c", 5), "SAVEPOINT before");
            execute(session, NEW_TERMS.formatted(prefix + "c", 4), "ROLLBACK TO before");
            session.commit();
            execute(session, NEW_COURSES.formatted(prefix + "d", 11), "DELETE FROM course.course_terms");
            session.rollback();
            session.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            execute(session, NEW_COURSES.formatted(prefix + "e", 2));
            session.commit();
            execute(session, NEW_COURSES.formatted(prefix + "f", 13));
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
                        COPY course.courses (course_identifier, course_name, school_bulletin_prefix_code, suffix_two,
                            subject_area_code, course_number, course_description, last_mod_user_name, last_mod_date)
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
        assertThat(counted("courses")).isEqualTo(Integer.toString(WRITERS * ROUNDS * (1 + 2 + 5 + 2)));
        assertThat(Integer.parseInt(read("SELECT count(*) FROM course.resource_counts")))
                .isLessThan(300);
    }

    /** PostgreSQL keeps a plan from when the table was empty. */
    @Test
    void folding_looks_at_each_row_once_also_after_a_bulk_load() throws SQLException {
        execute(uri, "VACUUM ANALYZE course.resource_counts");
        var fold = ResourceCounts.FOLD.formatted("course").replace("$1", "0").replace("$2", "60000");
        assertThat(read("EXPLAIN " + fold)).contains("hashed SubPlan").doesNotContain("Nested Loop", "Join");
    }

    @Test
    void a_truncated_table_counts_nothing() throws SQLException {
        execute(uri, NEW_COURSES.formatted("T", 9), NEW_TERMS.formatted("T", 4));
        assertThat(counted("courses") + " " + counted("course_terms")).isEqualTo("9 4");
        execute(uri, "TRUNCATE course.courses CASCADE", NEW_COURSES.formatted("U", 2));
        assertThat(counted("courses") + " " + counted("course_terms")).isEqualTo("2 0");
        assertThat(wrongCounts()).isEmpty();
    }

    @Test
    void a_table_is_not_truncated_with_a_snapshot_that_may_lack_some_of_its_rows() throws SQLException {
        try (var session = Service.databaseSession(uri)) {
            session.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            assertThatThrownBy(() -> execute(session, "TRUNCATE course.courses CASCADE"))
                    .hasMessageContaining("requires the transaction isolation level READ COMMITTED");
        }
    }

    @Test
    void counts_that_are_wrong_are_shown_and_can_be_corrected() throws SQLException {
        execute(uri, "SET session_replication_role = replica;" + NEW_COURSES.formatted("R", 6));
        assertThat(wrongCounts()).isEqualTo("(courses,6,0)");
        execute(uri, "SELECT course.recount_resources('courses', 'course.courses')");
        assertThat(wrongCounts()).isEmpty();
        assertThat(counted("courses")).isEqualTo("6");
    }

    @Test
    void an_upgrade_counts_what_nodes_of_the_previous_version_write_meanwhile() throws SQLException {
        execute(
                uri,
                "DROP FUNCTION course.count_resources() CASCADE",
                "DROP TABLE course.resource_counts CASCADE",
                "DELETE FROM course.flyway_schema_history WHERE version IS NULL AND description LIKE '%count%'",
                NEW_COURSES.formatted("P", 2000));
        var done = new AtomicBoolean();
        var writing = vertx.executeBlocking(() -> {
            var number = 0;
            try (var session = Service.databaseSession(uri)) {
                while (!done.get()) {
                    number++;
                    execute(session, NEW_COURSES.formatted("N" + number + "x", 1));
                }
            }
            return number;
        });
        Future<?> migrated;
        try (var open = Service.databaseSession(uri)) {
            open.setAutoCommit(false);
            execute(open, NEW_COURSES.formatted("O", 3));
            migrated = Future.all(migrateOnAnotherThread(), migrateOnAnotherThread());
            Await.until("a migration waits for the open transaction", this::isTableAwaited);
            open.commit();
        }
        Await.success(migrated);
        done.set(true);
        var written = Await.success(writing);
        assertThat(wrongCounts()).isEmpty();
        assertThat(counted("courses")).isEqualTo(Integer.toString(2000 + 3 + written));
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
        return Sql.count(uri, "pg_locks WHERE relation = 'course.courses'::regclass AND NOT granted") > 0;
    }
}
