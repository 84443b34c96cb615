package dev.registrar.registration.enrollment;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.platform.database.DatabaseSettings;
import dev.registrar.platform.settings.Settings;
import dev.registrar.platform.settings.TimeLimits;
import dev.registrar.registration.RegistrationVerticle;
import dev.registrar.resource.schema.Migrations;
import dev.registrar.testing.postgresql.EmbeddedDatabase;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The table of registrations in a separate PostgreSQL server, with one course to register for. */
final class RegistrationTable implements AutoCloseable {
    private static final UUID COURSE = UUID.fromString("00000000-0000-4000-8000-000000000001");

    private final EmbeddedDatabase database;
    private final Connection session;

    private RegistrationTable(EmbeddedDatabase database, Connection session) {
        this.database = database;
        this.session = session;
    }

    static RegistrationTable create(Path directory) throws IOException, SQLException {
        var database = EmbeddedDatabase.start(directory, true);
        var uri = URI.create(database.uri());
        var table = new RegistrationTable(
                database,
                DriverManager.getConnection(
                        "jdbc:postgresql://%s:%s%s".formatted(uri.getHost(), uri.getPort(), uri.getPath()),
                        "postgres",
                        "postgres"));
        table.execute("CREATE SCHEMA course");
        table.execute("CREATE TABLE course.courses (id uuid PRIMARY KEY)");
        table.execute("INSERT INTO course.courses VALUES ('%s')".formatted(COURSE));
        var vertx = Vertx.vertx();
        await(Migrations.run(vertx, table.settings(), RegistrationVerticle.SCHEMA));
        await(vertx.close());
        return table;
    }

    @CanIgnoreReturnValue
    static <T> T await(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(1, TimeUnit.MINUTES);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError("The future did not succeed", e);
        }
    }

    /** All sections that verticles read, with limits of time that end nothing in these tests. */
    JsonObject configuration() {
        return new JsonObject("""
                {"http": {"request-timeout": "20 s", "idle-timeout": "60 s", "reply-timeout": "30 s",
                          "drain-delay": "0 s", "drain-timeout": "10 s"},
                 "database": {"pool-size": 4, "max-wait-queue": 256, "max-wait": "10 s", "statement-timeout": "10 s",
                              "lock-timeout": "10 s"},
                 "enrollment": {"sync-window": "500 ms", "decision-timeout": "10 min", "retry-delay": "1 s",
                                "retry-cap": "60 s"}}""")
                .mergeIn(new JsonObject().put("database", new JsonObject().put("uri", database.uri())), true);
    }

    DatabaseSettings settings() {
        return Settings.read(configuration(), "database", DatabaseSettings.class);
    }

    TimeLimits limits() {
        return TimeLimits.in(configuration());
    }

    /** Stores pending registrations for this number of people. */
    @CanIgnoreReturnValue
    List<UUID> addPending(int number) throws SQLException {
        List<UUID> added = new ArrayList<>();
        try (var statement =
                session.prepareStatement("INSERT INTO registration.registrations (uni, enrollment, course_id)"
                        + " SELECT gen_random_uuid()::text, 'pending', ? FROM generate_series(1, ?) RETURNING id")) {
            statement.setObject(1, COURSE);
            statement.setInt(2, number);
            var rows = statement.executeQuery();
            while (rows.next()) {
                added.add(rows.getObject(1, UUID.class));
            }
        }
        return added;
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
    Claim addClaimed(Duration lease) throws SQLException {
        var columns = Claim.columnsOfNew(lease);
        try (var statement =
                session.prepareStatement("INSERT INTO registration.registrations (uni, enrollment, course_id, %s)"
                                .formatted(String.join(", ", columns.keySet()))
                        + " VALUES (gen_random_uuid()::text, 'pending', ?, %s) RETURNING id, uni"
                                .formatted(String.join(", ", columns.values())))) {
            statement.setObject(1, COURSE);
            var rows = statement.executeQuery();
            rows.next();
            return Claim.ofNew(rows.getObject(1, UUID.class), rows.getString(2), COURSE, Optional.empty());
        }
    }

    /** The person, course and enrollment of a registration. */
    String rowOf(UUID registration) throws SQLException {
        return valueOf(registration, "concat_ws(' ', uni, course_id, enrollment)");
    }

    /** The trace in the last event of a registration. */
    String traceOf(UUID registration) throws SQLException {
        return valueOf(
                registration,
                "(SELECT traceparent FROM registration.events WHERE subject = r.id ORDER BY number DESC LIMIT 1)");
    }

    /** All columns of a registration. */
    String allOf(UUID registration) throws SQLException {
        return valueOf(registration, "r::text");
    }

    String enrollmentOf(UUID registration) throws SQLException {
        return valueOf(registration, "enrollment");
    }

    private String valueOf(UUID registration, String expression) throws SQLException {
        try (var statement = session.prepareStatement(
                "SELECT " + expression + " FROM registration.registrations r WHERE r.id = ?")) {
            statement.setObject(1, registration);
            var rows = statement.executeQuery();
            rows.next();
            return rows.getString(1);
        }
    }

    void execute(String sql) throws SQLException {
        try (var statement = session.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() throws SQLException {
        session.close();
        database.close();
    }
}
