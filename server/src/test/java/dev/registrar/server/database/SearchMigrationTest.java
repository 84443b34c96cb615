package dev.registrar.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.course.CourseVerticle;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.server.testing.Sql;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The indexes of searches are built again when what they contain has changed. */
@ExtendWith(ServiceExtension.class)
class SearchMigrationTest {

    private static String versionOfIndex(EmptyDatabase database) {
        return Sql.readOne(database.uri(), "SELECT 'course.courses_search_idx'::regclass::oid");
    }

    @Test
    void a_start_without_changes_does_not_build_the_search_index_again(Service service) throws SQLException {
        var database = EmptyDatabase.create(service);
        database.migrate(CourseVerticle.SCHEMA);
        var built = versionOfIndex(database);
        database.execute(
                "UPDATE course.flyway_schema_history SET checksum = 1 WHERE description = 'triggers of events'");
        database.migrate(CourseVerticle.SCHEMA);
        assertThat(versionOfIndex(database)).isEqualTo(built);
        database.execute("UPDATE course.flyway_schema_history SET checksum = 1 WHERE description = 'search indexes'");
        database.migrate(CourseVerticle.SCHEMA);
        assertThat(versionOfIndex(database)).isNotEqualTo(built);
    }
}
