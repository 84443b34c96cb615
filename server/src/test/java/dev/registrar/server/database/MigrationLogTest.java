package dev.registrar.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceDatabase;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.RecordedLog;
import dev.registrar.testing.postgresql.Sql;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The shipped configuration of the log while the schemas are brought up to date. */
@ExtendWith(ServiceExtension.class)
class MigrationLogTest {

    @Test
    void a_migration_does_not_warn_of_tables_that_exist_already(Service service) throws SQLException {
        Sql.execute(service.databaseUri(), "CREATE DATABASE migrated_again");
        var uri = Sql.inDatabase("migrated_again", service.databaseUri());
        ServiceDatabase.migrate(uri);
        Sql.execute(uri, "UPDATE course.flyway_schema_history SET checksum = 1 WHERE version IS NULL");
        try (var log = RecordedLog.start(this)) {
            ServiceDatabase.migrate(uri);
            assertThat(log.messages(Level.INFO)).anyMatch(message -> message.startsWith("The schema \"course\" was V"));
            assertThat(log.warnings("already exists")).isEmpty();
        }
    }
}
