package dev.registrar.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.node.Deployment;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.server.testing.Sql;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A start on schemas that have been migrated before. */
@ExtendWith(ServiceExtension.class)
class RepeatedMigrationTest {
    private EmptyDatabase database;

    @BeforeEach
    void a_migrated_database(Service service) throws SQLException {
        database = EmptyDatabase.create(service);
        start();
    }

    private void start() {
        Deployment.SCHEMAS.forEach(database::migrate);
    }

    private String lastMigrationOf(String schema) {
        return Sql.readOne(
                database.uri(), "SELECT max(installed_rank)::text FROM %s.flyway_schema_history".formatted(schema));
    }

    @Test
    void a_start_on_schemas_that_are_up_to_date_runs_no_migration() {
        var course = lastMigrationOf("course");
        var registration = lastMigrationOf("registration");
        start();
        assertThat(lastMigrationOf("course")).isEqualTo(course);
        assertThat(lastMigrationOf("registration")).isEqualTo(registration);
    }

    /** Versions may also have dropped a repeatable migration. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE registration.flyway_schema_history SET checksum = 71 WHERE description = 'enrollment process'",
                "UPDATE registration.flyway_schema_history SET checksum = 72 WHERE description = 'triggers of events'",
                "DELETE FROM registration.flyway_schema_history WHERE description = 'events'"
            })
    void a_migration_that_has_changed_or_is_missing_runs_again_in_its_schema_only(String change) throws SQLException {
        database.execute(change);
        database.execute(
                "UPDATE registration.flyway_schema_history SET description = 'dropped', script = 'R__dropped.sql'"
                        + " WHERE description = 'idempotency keys'");
        var course = lastMigrationOf("course");
        var registration = lastMigrationOf("registration");
        start();
        assertThat(lastMigrationOf("registration")).isNotEqualTo(registration);
        assertThat(lastMigrationOf("course")).isEqualTo(course);
        registration = lastMigrationOf("registration");
        start();
        assertThat(lastMigrationOf("registration")).isEqualTo(registration);
    }
}
