package dev.registrar.resource.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryExtension;
import dev.registrar.resource.testing.LibraryTypes;
import dev.registrar.testing.postgresql.Sql;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A start on schemas that have been migrated before. */
@ExtendWith(LibraryExtension.class)
class RepeatedMigrationTest {
    private NewDatabase database;

    @BeforeEach
    void a_migrated_database(Library library) throws SQLException {
        database = NewDatabase.create(library);
        start();
    }

    private void start() {
        LibraryTypes.SCHEMAS.forEach(database::migrate);
    }

    private String lastMigrationOf(String schema) {
        return Sql.readOne(
                database.uri(), "SELECT max(installed_rank)::text FROM %s.flyway_schema_history".formatted(schema));
    }

    @Test
    void a_start_on_schemas_that_are_up_to_date_runs_no_migration() {
        var book = lastMigrationOf("stock");
        var loan = lastMigrationOf("lending");
        start();
        assertThat(lastMigrationOf("stock")).isEqualTo(book);
        assertThat(lastMigrationOf("lending")).isEqualTo(loan);
    }

    /** Versions may also have dropped a repeatable migration. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE lending.flyway_schema_history SET checksum = 71 WHERE description = 'resource counts'",
                "UPDATE lending.flyway_schema_history SET checksum = 72 WHERE description = 'triggers of events'",
                "DELETE FROM lending.flyway_schema_history WHERE description = 'events'"
            })
    void a_migration_that_has_changed_or_is_missing_runs_again_in_its_schema_only(String change) throws SQLException {
        database.execute(change);
        database.execute("UPDATE lending.flyway_schema_history SET description = 'dropped', script = 'R__dropped.sql'"
                + " WHERE description = 'idempotency keys'");
        var book = lastMigrationOf("stock");
        var loan = lastMigrationOf("lending");
        start();
        assertThat(lastMigrationOf("lending")).isNotEqualTo(loan);
        assertThat(lastMigrationOf("stock")).isEqualTo(book);
        loan = lastMigrationOf("lending");
        start();
        assertThat(lastMigrationOf("lending")).isEqualTo(loan);
    }
}
