package dev.registrar.gateway.database;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.registrar.course.CourseVerticle;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.registration.RegistrationVerticle;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Migration of a database from the time when two identifiers could differ in letter case alone. */
@ExtendWith(ServiceExtension.class)
class IdentifierMigrationTest {
    @Test
    void the_migration_fails_and_names_duplicate_course_identifiers_until_they_are_renamed(Service service)
            throws SQLException {
        var database = OlderDatabase.create(service);
        database.migrateTo("course", "1");
        for (var identifier : List.of("mat1", "MAT1", "other")) {
            database.insertCourse(identifier, "Logic");
        }
        assertThatThrownBy(() -> database.migrate(CourseVerticle.SCHEMA))
                .hasRootCauseInstanceOf(SQLException.class)
                .rootCause()
                .hasMessageContaining("mat1, MAT1");
        database.execute("UPDATE course.courses SET course_identifier = 'MAT2' WHERE course_identifier = 'MAT1'");
        assertThatCode(() -> database.migrate(CourseVerticle.SCHEMA)).doesNotThrowAnyException();
    }

    @Test
    void the_migration_fails_and_names_duplicate_registrations_until_they_are_deleted(Service service)
            throws SQLException {
        var database = OlderDatabase.create(service);
        database.migrate(CourseVerticle.SCHEMA);
        database.migrateTo("registration", "3");
        database.insertCourse("mat1", "Logic");
        database.execute("""
                INSERT INTO registration.registrations (uni, enrollment, course_id)
                SELECT uni, 'confirmed', id FROM course.courses, (VALUES ('ab1'), ('AB1')) AS people (uni)""");
        assertThatThrownBy(() -> database.migrate(RegistrationVerticle.SCHEMA))
                .rootCause()
                .hasMessageContaining("ab1, AB1 for course");
        database.execute("DELETE FROM registration.registrations WHERE uni = 'AB1'");
        assertThatCode(() -> database.migrate(RegistrationVerticle.SCHEMA)).doesNotThrowAnyException();
    }
}
