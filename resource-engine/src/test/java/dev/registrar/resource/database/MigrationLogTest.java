package dev.registrar.resource.database;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryExtension;
import dev.registrar.resource.testing.LibraryTypes;
import dev.registrar.resource.type.Schema;
import dev.registrar.testing.RecordedLog;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What an operator reads while the schemas are brought up to date. */
@ExtendWith(LibraryExtension.class)
class MigrationLogTest {

    @Test
    void a_migration_logs_the_versions_of_the_schema_before_and_after(Library library) throws SQLException {
        var database = NewDatabase.create(library);
        try (var log = RecordedLog.start(this)) {
            database.migrate(LibraryTypes.STOCK);
            database.migrate(new Schema("stock", 71, LibraryTypes.STOCK.types()));
            assertThat(log.messages(Level.INFO))
                    .anyMatch(message -> message.matches(
                            "The schema \"stock\" was missing and is V\\d+ now \\(migrations run: \\d+\\)"))
                    .anyMatch(message ->
                            message.matches("The schema \"stock\" was V\\d+ and is V71 now \\(migrations run: 1\\)"));
        }
    }
}
