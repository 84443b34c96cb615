package dev.registrar.gateway.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.course.CourseVerticle;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.gateway.testing.Sql;
import dev.registrar.registration.RegistrationVerticle;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Migration of a database from the time when a rejected change was not stored apart. */
@ExtendWith(ServiceExtension.class)
class RejectedChangeMigrationTest {
    private OlderDatabase database;

    @BeforeEach
    void a_database_without_the_column(Service service) throws SQLException {
        database = OlderDatabase.create(service);
        database.migrate(CourseVerticle.SCHEMA);
        database.migrateTo("registration", "13");
        database.insertCourse("mat1", "Logic");
    }

    private void expectRejectedChangeOfAConfirmedRegistration() {
        assertThat(Sql.readOne(database.uri(), """
                SELECT concat_ws(' ', uni, enrollment, process ->> 'process', process ->> 'reason', process #>> '{requested,uni}')
                FROM registration.registrations r, registration.enrollment_process(r) process""")).isEqualTo("ab1 confirmed rejected Full. cd2");
    }

    @Test
    void a_change_that_was_rejected_before_the_migration_is_shown_after_it() throws SQLException {
        database.execute("""
                INSERT INTO registration.registrations (uni, enrollment, course_id, reason, requested_uni, requested_course_id)
                SELECT 'ab1', 'confirmed', id, 'Full.', 'cd2', id FROM course.courses""");
        database.migrate(RegistrationVerticle.SCHEMA);
        expectRejectedChangeOfAConfirmedRegistration();
    }

    @Test
    void a_change_that_was_pending_before_the_migration_and_is_rejected_after_it_is_reverted() throws SQLException {
        database.execute("""
                INSERT INTO registration.registrations
                    (uni, enrollment, course_id, former_uni, former_course_id, former_enrollment)
                SELECT 'cd2', 'pending', id, 'ab1', id, 'confirmed' FROM course.courses""");
        database.migrate(RegistrationVerticle.SCHEMA);
        database.execute("UPDATE registration.registrations SET enrollment = 'requested', reason = 'Full.'");
        expectRejectedChangeOfAConfirmedRegistration();
    }
}
