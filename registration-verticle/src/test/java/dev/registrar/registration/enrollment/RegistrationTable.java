package dev.registrar.registration.enrollment;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.platform.database.DatabaseSettings;
import dev.registrar.platform.settings.Settings;
import dev.registrar.platform.settings.TimeLimits;
import dev.registrar.registration.RegistrationVerticle;
import dev.registrar.resource.schema.Migrations;
import dev.registrar.testing.Await;
import dev.registrar.testing.postgresql.EmptyDatabase;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.flywaydb.core.Flyway;

/** The table of registrations in a database of its own, with one course to register for. */
final class RegistrationTable implements AutoCloseable {
    private static final String USER = "postgres";
    private static final String EXPLAIN_ALL = """
            LOAD 'auto_explain';
            SET auto_explain.log_nested_statements = on;
            SET auto_explain.log_level = notice;
            SET auto_explain.log_min_duration = 0""";

    static final UUID COURSE = UUID.fromString("00000000-0000-4000-8000-000000000001");

    private final String uri;
    private final Connection session;

    private RegistrationTable(String uri) throws SQLException {
        this.uri = uri;
        session = Sql.session(uri);
    }

    static RegistrationTable create() throws SQLException {
        var table = start();
        table.migrate();
        return table;
    }

    /** The table as the first version has created it; {@link #migrate} adds the rest. */
    static RegistrationTable ofFirstVersion() throws SQLException {
        var table = start();
        var migrated = Flyway.configure()
                .dataSource(table.session.getMetaData().getURL(), USER, USER)
                .schemas("registration")
                .locations("classpath:db/registration")
                .target("1")
                .repeatableSqlMigrationPrefix("none")
                .load()
                .migrate();
        assertThat(migrated.migrationsExecuted).isEqualTo(1);
        return table;
    }

    private static RegistrationTable start() throws SQLException {
        var table = new RegistrationTable(EmptyDatabase.create());
        table.execute("""
                CREATE SCHEMA course;
                CREATE TABLE course.courses (id uuid PRIMARY KEY);
                CREATE TABLE course.course_terms (id uuid PRIMARY KEY, course_id uuid, UNIQUE (id, course_id))""");
        table.execute("INSERT INTO course.courses VALUES ('%s')".formatted(COURSE));
        return table;
    }

    void migrate() {
        var vertx = Vertx.vertx();
        Await.success(Migrations.run(vertx, settings(), RegistrationVerticle.SCHEMA));
        Await.success(vertx.close());
    }

    /** All sections that verticles read, with limits of time that end nothing in these tests. */
    JsonObject configuration() {
        return EmptyDatabase.settings(uri).mergeIn(new JsonObject("""
                {"http": {"request-timeout": "20 s", "idle-timeout": "60 s", "reply-timeout": "30 s"},
                 "database": {"pool-size": 4, "max-wait": "10 s", "statement-timeout": "10 s", "lock-timeout": "10 s"},
                 "enrollment": {"decision-timeout": "10 min", "retry-delay": "1 s"}}"""), true);
    }

    DatabaseSettings settings() {
        return Settings.read(configuration(), "database", DatabaseSettings.class);
    }

    TimeLimits limits() {
        return TimeLimits.in(configuration());
    }

    /** Stores pending registrations for this number of people. */
    @CanIgnoreReturnValue
    List<UUID> addPending(int number) {
        return Sql.read(session, """
                INSERT INTO registration.registrations (uni, enrollment, course_id)
                SELECT gen_random_uuid()::text, 'pending', '%s' FROM generate_series(1, %s) RETURNING id""".formatted(COURSE, number)).stream()
                .map(UUID::fromString)
                .toList();
    }

    /** Lets each enrollment be requested again once, as soon as it is confirmed, by the function request_again. */
    void requestAgainWhenConfirmed() throws SQLException {
        execute("""
                CREATE FUNCTION registration.request_again() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    UPDATE registration.registrations SET enrollment = 'pending' WHERE id = NEW.id;
                    RETURN NULL;
                END
                $$""");
        execute("""
                CREATE TRIGGER registrations_request_again AFTER UPDATE OF enrollment ON registration.registrations
                FOR EACH ROW WHEN (NEW.enrollment = 'confirmed' AND NEW.requests = 1)
                EXECUTE FUNCTION registration.request_again()""");
    }

    /** Stores a registration that is created with a claim, and returns the claim. */
    @CanIgnoreReturnValue
    Claim addClaimed(Duration lease) {
        var columns = Claim.columnsOfNew(lease);
        var idAndUni = Sql.read(session, """
                        INSERT INTO registration.registrations (uni, enrollment, course_id, %s)
                        VALUES (gen_random_uuid()::text, 'pending', '%s', %s) RETURNING id || ' ' || uni""".formatted(
                                String.join(", ", columns.keySet()), COURSE, String.join(", ", columns.values())))
                .get(0)
                .split(" ", 2);
        return Claim.ofNew(
                UUID.fromString(idAndUni[0]),
                idAndUni[1],
                new Offering(COURSE, Optional.empty()),
                OffsetDateTime.now(ZoneOffset.UTC),
                new Requester("registrar", false),
                Optional.empty(),
                Optional.empty());
    }

    /** The person, course and enrollment of a registration. */
    String rowOf(UUID registration) {
        return valueOf(registration, "concat_ws(' ', uni, course_id, enrollment)");
    }

    /** The trace in the last event of a registration. */
    String traceOf(UUID registration) {
        return valueOf(
                registration,
                "(SELECT traceparent FROM registration.events WHERE subject = r.id ORDER BY number DESC LIMIT 1)");
    }

    /** All columns of a registration. */
    String allOf(UUID registration) {
        return valueOf(registration, "r::text");
    }

    String enrollmentOf(UUID registration) {
        return valueOf(registration, "enrollment");
    }

    String valueOf(UUID registration, String expression) {
        return Sql.read(
                        session,
                        "SELECT %s FROM registration.registrations r WHERE r.id = '%s'"
                                .formatted(expression, registration))
                .get(0);
    }

    /** The first column of the rows that a query finds. */
    List<String> rows(String query) {
        return Sql.read(session, query);
    }

    /** The plans of a query and of all statements that functions and triggers run for it, when a session runs it first. */
    List<String> plansOf(String query) throws SQLException {
        List<String> plans = new ArrayList<>();
        try (var first = Sql.session(uri);
                var statement = first.createStatement()) {
            statement.execute(EXPLAIN_ALL);
            statement.execute(query);
            for (var plan = statement.getWarnings(); plan != null; plan = plan.getNextWarning()) {
                plans.add(plan.getMessage());
            }
        }
        return plans;
    }

    void execute(String sql) throws SQLException {
        Sql.execute(session, sql);
    }

    @Override
    public void close() throws SQLException {
        session.close();
    }
}
