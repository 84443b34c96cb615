package dev.registrar.resource.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.course.CourseVerticle;
import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.gateway.testing.Sql;
import dev.registrar.registration.RegistrationVerticle;
import dev.registrar.resource.database.server.DatabaseSettings;
import dev.registrar.resource.database.server.JdbcSession;
import dev.registrar.resource.database.server.WatchedWork;
import dev.registrar.resource.settings.Settings;
import dev.registrar.resource.type.Schema;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A start on an up-to-date database runs no migration, and detects that without Flyway. */
@ExtendWith(ServiceExtension.class)
class MigrationHistoryTest {
    private static final Schema[] SCHEMAS = {CourseVerticle.SCHEMA, RegistrationVerticle.SCHEMA};

    private Service service;
    private String database;
    private DatabaseSettings settings;

    @BeforeEach
    void a_database_that_is_up_to_date(Service service) throws SQLException {
        this.service = service;
        database = Sql.newDatabase(service.databaseUri());
        settings = Settings.read(Service.configuration(database), "database", DatabaseSettings.class);
        migrate();
    }

    private void migrate() {
        Await.success(Migrations.run(service.vertx(), settings, SCHEMAS));
    }

    private boolean isUpToDate(Schema schema) {
        return Await.success(WatchedWork.run(service.vertx(), settings, sessions -> {
            try (var session = JdbcSession.open(sessions)) {
                return MigrationHistory.read(session, schema).matches(MigrationHistory.expected(schema));
            }
        }));
    }

    @Test
    void a_migrated_schema_is_up_to_date() throws SQLException {
        for (var schema : SCHEMAS) {
            assertThat(isUpToDate(schema)).as(schema.toString()).isTrue();
        }
    }

    @Test
    void a_removed_repeatable_migration_leaves_the_schema_up_to_date() throws SQLException {
        Sql.execute(
                database,
                "INSERT INTO course.flyway_schema_history SELECT max(installed_rank) + 1, NULL, 'once', 'SQL', 'R__once.sql', 1,"
                        + " 'postgres', now(), 5, true FROM course.flyway_schema_history");
        assertThat(isUpToDate(CourseVerticle.SCHEMA)).isTrue();
    }

    @Test
    void a_changed_or_missing_migration_runs_again_in_its_schema_only() throws SQLException {
        var changes = List.of(
                "UPDATE registration.flyway_schema_history SET checksum = 1 WHERE description = 'enrollment process'",
                "UPDATE registration.flyway_schema_history SET checksum = 1 WHERE description = 'triggers of events'",
                "DELETE FROM registration.flyway_schema_history WHERE description = 'events'");
        for (var change : changes) {
            Sql.execute(database, change);
            assertThat(isUpToDate(RegistrationVerticle.SCHEMA)).as(change).isFalse();
            assertThat(isUpToDate(CourseVerticle.SCHEMA)).as(change).isTrue();
            migrate();
            assertThat(isUpToDate(RegistrationVerticle.SCHEMA)).as(change).isTrue();
        }
    }

    @Test
    void a_failed_undone_or_unknown_migration_is_left_to_flyway() throws SQLException {
        var changes = List.of(
                "UPDATE course.flyway_schema_history SET success = false WHERE version = '3'",
                "INSERT INTO course.flyway_schema_history SELECT max(installed_rank) + 1, '3', 'undone', 'DELETE', 'V3', NULL,"
                        + " 'postgres', now(), 5, true FROM course.flyway_schema_history",
                "INSERT INTO course.flyway_schema_history SELECT max(installed_rank) + 1, '4711', 'newer', 'SQL', 'V4711', 1,"
                        + " 'postgres', now(), 5, true FROM course.flyway_schema_history");
        for (var change : changes) {
            Sql.execute(database, "CREATE TABLE course.kept AS SELECT * FROM course.flyway_schema_history");
            Sql.execute(database, change);
            assertThat(isUpToDate(CourseVerticle.SCHEMA)).as(change).isFalse();
            Sql.execute(
                    database,
                    "TRUNCATE course.flyway_schema_history;"
                            + " INSERT INTO course.flyway_schema_history SELECT * FROM course.kept; DROP TABLE course.kept");
        }
    }
}
