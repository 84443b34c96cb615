package dev.registrar.gateway.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.course.CourseVerticle;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.gateway.testing.Sql;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Migration of a database from the time when a search did not ignore accents. */
@ExtendWith(ServiceExtension.class)
class SearchMigrationTest {

    /** What the index finds; a scan of the table would find what the index lacks, too. */
    private static String found(OlderDatabase database, String words) throws SQLException {
        try (var session = Service.databaseSession(database.uri());
                var statement = session.createStatement()) {
            statement.execute("SET enable_seqscan = off");
            var rows = statement.executeQuery("""
                    SELECT string_agg(course_identifier, ' ' ORDER BY course_identifier) FROM course.courses
                    WHERE course.search_document(course_identifier || ' ' || course_name || ' ' || course_description)
                        @@ course.search_query('%s')""".formatted(words));
            rows.next();
            return rows.getString(1);
        }
    }

    private static String versionOfIndex(OlderDatabase database) {
        return Sql.readOne(database.uri(), "SELECT 'course.courses_search_idx'::regclass::oid");
    }

    @Test
    void existing_courses_are_found_whatever_accents_they_and_the_search_have(Service service) throws SQLException {
        var database = OlderDatabase.create(service);
        database.migrateTo("course", "4");
        database.insertCourse("FRE1", "Études françaises");
        database.insertCourse("FRE2", "Etudes francaises");
        assertThat(found(database, "etudes")).isEqualTo("FRE2");
        database.migrate(CourseVerticle.SCHEMA);
        assertThat(found(database, "etudes")).isEqualTo("FRE1 FRE2");
        assertThat(found(database, "FRANÇ")).isEqualTo("FRE1 FRE2");
    }

    @Test
    void a_start_without_changes_does_not_build_the_search_index_again(Service service) throws SQLException {
        var database = OlderDatabase.create(service);
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
