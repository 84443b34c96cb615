package dev.registrar.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.registrar.course.CourseVerticle;
import dev.registrar.resource.type.Schema;
import dev.registrar.server.testing.RecordedLog;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What an operator reads while the schemas are brought up to date. */
@ExtendWith(ServiceExtension.class)
class MigrationLogTest {

    @Test
    void a_migration_logs_the_versions_of_the_schema_before_and_after(Service service) throws SQLException {
        var database = EmptyDatabase.create(service);
        try (var log = RecordedLog.start(this)) {
            database.migrate(CourseVerticle.SCHEMA);
            database.migrate(new Schema("course", 71, CourseVerticle.SCHEMA.types()));
            assertThat(log.messages(Level.INFO))
                    .anyMatch(message -> message.matches(
                            "The schema \"course\" was missing and is V\\d+ now \\(migrations run: \\d+\\)"))
                    .anyMatch(message ->
                            message.matches("The schema \"course\" was V\\d+ and is V71 now \\(migrations run: 1\\)"));
        }
    }

    @Test
    void a_migration_does_not_warn_of_tables_that_exist_already(Service service) throws SQLException {
        var database = EmptyDatabase.create(service);
        database.migrate(CourseVerticle.SCHEMA);
        database.execute("UPDATE course.flyway_schema_history SET checksum = 1 WHERE version IS NULL");
        try (var log = RecordedLog.start(this)) {
            database.migrate(CourseVerticle.SCHEMA);
            assertThat(log.messages(Level.INFO)).anyMatch(message -> message.startsWith("The schema \"course\" was V"));
            assertThat(log.warnings("already exists")).isEmpty();
        }
    }
}
