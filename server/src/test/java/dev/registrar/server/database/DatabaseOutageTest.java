package dev.registrar.server.database;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.registrar.server.testing.Service;
import dev.registrar.testing.Await;
import dev.registrar.testing.InParallel;
import dev.registrar.testing.RecordedLog;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.http.Response;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Failures of PostgreSQL are 503 and are logged as warnings with their cause; mistakes of the service are 500. */
class DatabaseOutageTest {
    private static final List<Integer> CHANGES = IntStream.range(0, 40).boxed().toList();

    @AutoClose
    private static Service service;

    /** Makes an INSERT of a course fail when its name has the form of an SQLSTATE, with that SQLSTATE. */
    private static final String FAIL_WITH_GIVEN_STATE = """
            CREATE FUNCTION fail_with_given_state() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                RAISE EXCEPTION 'failed as requested' USING ERRCODE = NEW.course_name;
            END $$;
            CREATE TRIGGER fail_with_given_state BEFORE INSERT ON course.courses FOR EACH ROW
            WHEN (NEW.course_name ~ '^[0-9A-Z]{5}$') EXECUTE FUNCTION fail_with_given_state()""";

    @BeforeAll
    static void a_service_that_needs_a_password() throws Exception {
        service = Service.start(
                new JsonObject().put("operations", new JsonObject().put("health", true)),
                DatabaseOutageTest::withPassword);
        Sql.execute(service.databaseUri(), FAIL_WITH_GIVEN_STATE);
    }

    /** Creates the user clerk, the only one that PostgreSQL asks for a password. */
    private static String withPassword(String databaseUri) {
        try (var session = Sql.session(databaseUri);
                var statement = session.createStatement()) {
            statement.execute("CREATE ROLE clerk LOGIN SUPERUSER PASSWORD 'first'");
            var file = statement.executeQuery("SHOW hba_file");
            file.next();
            Files.writeString(Path.of(file.getString(1)), """
                    host all clerk all scram-sha-256
                    host all all all trust
                    """);
            statement.execute("SELECT pg_reload_conf()");
        } catch (SQLException | IOException e) {
            throw new AssertionError(e);
        }
        return databaseUri.replace("postgres:postgres@", "clerk:first@");
    }

    private static Response create(String name) {
        return service.admin().post("/v1/courses/", course(unique("OUTAGE"), name));
    }

    private static void expectUnavailable(Response response) {
        response.expectStatus(503).expectHeader("Retry-After", "1").expectError("service_unavailable");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "08006", "28000", "3F000", "40001", "42501", "42703", "42P01", "53100", "55P03", "57P04", "58030",
                "F0000", "XX000"
            })
    void a_temporary_failure_of_postgresql_is_503(String sqlState) {
        expectUnavailable(create(sqlState));
    }

    @ParameterizedTest
    @ValueSource(strings = {"08006", "25P04", "57P01", "57P02", "58030", "XX001"})
    void a_change_whose_session_ended_may_have_been_made_and_the_client_is_told_so(String sqlState) {
        assertThat(create(sqlState).expectStatus(503).text("/errors/0/detail"))
                .contains("may or may not have been made", "before you repeat it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"25006", "40001", "42501", "53300", "55P03", "57014"})
    void a_change_that_was_undone_can_simply_be_repeated(String sqlState) {
        assertThat(create(sqlState).expectStatus(503).text("/errors/0/detail")).endsWith("try again.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"25006", "42501", "42P01", "53100", "53300"})
    void a_change_that_the_database_could_not_make_was_not_made_and_the_client_is_told_so(String sqlState) {
        assertThat(create(sqlState).expectStatus(503).text("/errors/0/detail")).contains("nothing was changed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"22012", "42601", "42883", "0A000", "P0001"})
    void a_failure_caused_by_a_wrong_statement_is_500(String sqlState) {
        create(sqlState).expectStatus(500).expectError("internal_error");
    }

    @Test
    void the_cause_of_a_503_is_logged_as_a_warning() {
        try (var log = RecordedLog.start(this)) {
            expectUnavailable(create("58000"));
            assertThat(log.messages(Level.WARN))
                    .anySatisfy(warning -> assertThat(warning).contains("PostgreSQL", "failed as requested", "58000"));
        }
    }

    /** Each failed change closes idle connections, because another one may reach a server that is not read-only. */
    @Test
    void while_the_database_is_read_only_no_change_was_made_and_the_node_stays_ready_for_reads() throws SQLException {
        var existing = create("Logic");
        Sql.execute(service.databaseUri(), "ALTER ROLE clerk SET default_transaction_read_only = on");
        endSessions();
        Await.until("the database is read-only", () -> create("Logic").status() != 201);
        Queue<String> details = new ConcurrentLinkedQueue<>();
        try (var log = RecordedLog.start(this)) {
            InParallel.forEach(
                    CHANGES,
                    change -> details.add((change % 2 == 0 ? create("Logic") : rename(existing))
                            .expectStatus(503)
                            .text("/errors/0/detail")));
            assertThat(log.warnings("cannot be reached")).isEmpty();
            service.operations().get("/ready").expectStatus(200);
            service.reader().get(existing.header("Location")).expectStatus(200);
        } finally {
            Sql.execute(service.databaseUri(), "ALTER ROLE clerk RESET default_transaction_read_only");
        }
        assertThat(details).allSatisfy(detail -> assertThat(detail).contains("nothing was changed"));
        awaitWrites();
    }

    private static Response rename(Response course) {
        return service.admin()
                .withHeader("If-Match", "*")
                .patch(
                        course.header("Location"),
                        Document.of("courses", course.id()).attribute("course_name", "Ethics"));
    }

    @Test
    void requests_get_503_while_the_database_password_differs_from_the_configured_one() throws SQLException {
        Sql.execute(service.databaseUri(), "ALTER ROLE clerk PASSWORD 'second'");
        try (var log = RecordedLog.start(this)) {
            endSessions();
            Await.until(
                    "PostgreSQL rejects the password and the log says so",
                    () -> create("Logic").status() != 201
                            && !log.warnings("password authentication failed").isEmpty());
            expectUnavailable(create("Logic"));
            assertThat(log.warnings("first")).isEmpty();
        } finally {
            Sql.execute(service.databaseUri(), "ALTER ROLE clerk PASSWORD 'first'");
        }
        awaitWrites();
    }

    @Test
    void a_changed_column_type_never_makes_a_prepared_statement_fail_with_500() throws SQLException {
        var created = create("Logic").expectStatus(201);
        service.reader().get(created.header("Location")).expectStatus(200);
        Sql.execute(service.databaseUri(), "ALTER TABLE course.courses ALTER COLUMN suffix_two TYPE varchar(7)");
        Await.until("the course is read again", () -> {
            var read = service.reader().get(created.header("Location"));
            assertThat(read.status()).isIn(200, 503);
            return read.status() == 200;
        });
        // The prepared statements of other connections are stale, too.
        endSessions();
        awaitWrites();
    }

    private static void awaitWrites() {
        Await.until("the service writes again", () -> create("Logic").status() == 201);
    }

    private static void endSessions() throws SQLException {
        Sql.execute(
                service.databaseUri(),
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'clerk'");
    }
}
