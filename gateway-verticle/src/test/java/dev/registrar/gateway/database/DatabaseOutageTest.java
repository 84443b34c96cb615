package dev.registrar.gateway.database;

import static dev.registrar.gateway.testing.Documents.course;
import static dev.registrar.gateway.testing.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.RecordedLog;
import dev.registrar.gateway.testing.Response;
import dev.registrar.gateway.testing.Service;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A PostgreSQL that cannot do its work makes 503, and a warning that tells operators why; what is our mistake stays 500. */
class DatabaseOutageTest {
    private static Service service;

    /** Fails an INSERT of a course with the SQLSTATE that is its name. */
    private static final String FAIL_AS_TOLD = """
            CREATE FUNCTION fail_as_told() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                RAISE EXCEPTION 'failed as told' USING ERRCODE = NEW.course_name;
            END $$;
            CREATE TRIGGER fail_as_told BEFORE INSERT ON course.courses FOR EACH ROW
            WHEN (NEW.course_name ~ '^[0-9A-Z]{5}$') EXECUTE FUNCTION fail_as_told()""";

    @BeforeAll
    static void a_service_that_needs_a_password() throws Exception {
        service = Service.start(new JsonObject(), DatabaseOutageTest::withPassword);
        execute(FAIL_AS_TOLD);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    /** Lets PostgreSQL ask this one user for a password, and nobody else. */
    private static String withPassword(String databaseUri) {
        try (var session = Service.databaseSession(databaseUri);
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

    private static void execute(String sql) throws SQLException {
        try (var session = service.databaseSession();
                var statement = session.createStatement()) {
            statement.execute(sql);
        }
    }

    private static Response create(String name) {
        return service.admin().post("/v1/courses/", course(unique("OUTAGE"), name));
    }

    private static void expectUnavailable(Response answer) {
        answer.expectStatus(503).expectHeader("Retry-After", "1").expectError("service_unavailable");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "08006", "28000", "40001", "42501", "53100", "55P03", "57P04", "58030", "58P01", "F0000", "XX000",
                "XX001"
            })
    void what_postgresql_cannot_do_now_is_503(String sqlState) {
        expectUnavailable(create(sqlState));
    }

    @ParameterizedTest
    @ValueSource(strings = {"22012", "42P01", "0A000", "P0001"})
    void what_postgresql_should_not_have_been_asked_is_500(String sqlState) {
        create(sqlState).expectStatus(500).expectError("internal_error");
    }

    @Test
    void operators_are_told_the_cause_in_a_warning() {
        try (var log = RecordedLog.start(this)) {
            expectUnavailable(create("58000"));
            assertThat(log.messages(Level.WARN))
                    .anySatisfy(warning -> assertThat(warning).contains("PostgreSQL", "failed as told", "58000"));
        }
    }

    @Test
    void a_database_that_is_read_only_for_a_while_makes_503_and_then_all_is_well_again() throws SQLException {
        execute("ALTER ROLE clerk SET default_transaction_read_only = on");
        endSessions();
        Await.until("the database is read-only", () -> create("Logic").status() != 201);
        expectUnavailable(create("Logic"));
        execute("ALTER ROLE clerk RESET default_transaction_read_only");
        Await.until("the service writes again", () -> create("Logic").status() == 201);
    }

    @Test
    void a_password_that_was_changed_makes_503_until_it_is_as_configured() throws SQLException {
        execute("ALTER ROLE clerk PASSWORD 'second'");
        try (var log = RecordedLog.start(this)) {
            endSessions();
            Await.until("PostgreSQL refuses the password", () -> create("Logic").status() != 201);
            expectUnavailable(create("Logic"));
            assertThat(log.messages(Level.WARN))
                    .anySatisfy(warning -> assertThat(warning).contains("password authentication failed"))
                    .noneSatisfy(warning -> assertThat(warning).contains("first"));
        }
        execute("ALTER ROLE clerk PASSWORD 'first'");
        Await.until("the service writes again", () -> create("Logic").status() == 201);
    }

    @Test
    void a_column_that_changes_under_a_prepared_statement_is_no_500() throws SQLException {
        var created = create("Logic").expectStatus(201);
        service.reader().get(created.header("Location")).expectStatus(200);
        execute("ALTER TABLE course.courses ALTER COLUMN suffix_two TYPE varchar(7)");
        Await.until("the course is read again", () -> {
            var read = service.reader().get(created.header("Location"));
            assertThat(read.status()).isIn(200, 503);
            return read.status() == 200;
        });
    }

    private static void endSessions() throws SQLException {
        execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'clerk'");
    }
}
