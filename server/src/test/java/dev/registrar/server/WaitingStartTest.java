package dev.registrar.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.platform.operations.StartFailure;
import dev.registrar.resource.NodeDatabase;
import dev.registrar.server.node.Deployment;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.server.testing.node.ServiceProcess;
import dev.registrar.testing.Await;
import dev.registrar.testing.RecordedLog;
import dev.registrar.testing.connection.LossyNetwork;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.Future;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A start that waits for the database says for what, and ends only when nothing can be gained by waiting. */
@ExtendWith(ServiceExtension.class)
class WaitingStartTest {
    private static final String LOCK_HISTORY = "LOCK TABLE course.flyway_schema_history";

    @AutoClose
    private final LossyNetwork network = new LossyNetwork();

    private Service service;
    private String database;

    @BeforeEach
    void a_database_with_the_schemas(Service service) throws SQLException {
        this.service = service;
        database = Sql.newDatabase(service.databaseUri());
        Await.success(migrate(database));
    }

    private Future<Void> migrate(String uri) {
        return new NodeDatabase(service.vertx(), Service.configuration(uri)).migrate(Deployment.SCHEMAS);
    }

    private static String pidOf(Connection session) {
        return Sql.read(session, "SELECT pg_backend_pid()").get(0);
    }

    private void awaitBlocked(int sessions) {
        Await.until("sessions wait for a lock", () -> Sql.count(database, """
                pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'""") == sessions);
    }

    private void loseEverything() {
        network.loseNewConnections(true);
        network.loseConnections();
    }

    @Test
    void a_start_that_waits_for_a_lock_says_who_holds_it_and_continues_when_it_is_free() throws SQLException {
        try (var log = RecordedLog.start(this);
                var session = Sql.hold(database, LOCK_HISTORY)) {
            var pid = pidOf(session);
            var started = migrate(database);
            Await.until(
                    "the log names the session",
                    () -> !log.warnings("locked by the session with pid " + pid).isEmpty());
            assertThat(log.warnings("pid %s of the user postgres from 127.0.0.1 (".formatted(pid)))
                    .isNotEmpty()
                    .allMatch(warning -> warning.matches(".*, idle in transaction for \\d+ s"));
            assertThat(started.isComplete()).isFalse();
            session.rollback();
            Await.success(started);
        }
    }

    @Test
    void a_start_that_waits_for_the_migration_of_another_node_names_its_session_and_not_the_tables_that_exist_already()
            throws SQLException {
        Sql.execute(database, "UPDATE course.flyway_schema_history SET checksum = 1 WHERE version IS NULL");
        try (var log = RecordedLog.start(this);
                var session = Sql.hold(database, "LOCK TABLE course.courses")) {
            var migrating = migrate(database);
            awaitBlocked(1);
            var waiting = migrate(database);
            Await.until(
                    "the log names a node",
                    () -> !log.warnings("(registrar preparing ").isEmpty());
            assertThat(log.warnings("locked by the session with pid " + pidOf(session)))
                    .isNotEmpty();
            session.rollback();
            Await.success(Future.join(migrating, waiting));
            assertThat(log.warnings("already exists")).as("of tables").isEmpty();
        }
    }

    @Test
    void a_start_fails_with_its_reason_when_the_database_becomes_silent_after_the_login(@TempDir Path configuration)
            throws Exception {
        CheckRun.writeUsers(configuration);
        try (var session = Sql.hold(database, LOCK_HISTORY)) {
            var start = ServiceProcess.launch(
                    Launcher.class,
                    Map.of("REGISTRAR_DATABASE_URI", network.inFrontOf(database)),
                    "--conf",
                    configuration.toString());
            awaitBlocked(1);
            loseEverything();
            assertThat(start.awaitEnd()).as(start.output()).isEqualTo(StartFailure.DATABASE.exitCode());
            assertThat(start.output().lines())
                    .anyMatch(line -> line.matches(".* WARN .*PostgreSQL at .* does not say who blocks Registrar: .*"))
                    .last()
                    .asString()
                    .matches(
                            ".*Registrar cannot start: PostgreSQL at 127.0.0.1:\\d+ cannot be used: it has become silent.*");
            session.rollback();
        }
    }
}
