package dev.registrar.server.audit;

import static dev.registrar.server.testing.Sql.execute;
import static dev.registrar.server.testing.Sql.read;
import static dev.registrar.server.testing.document.Documents.course;
import static dev.registrar.server.testing.document.Documents.term;
import static dev.registrar.server.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.registrar.server.testing.AuditRows;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Changes that do not come from a node are recorded, too. */
@ExtendWith(ServiceExtension.class)
class ChangesBySqlTest {
    private Service service;
    private String course;

    @BeforeEach
    void a_course(Service shared) {
        service = shared;
        course = service.admin()
                .post("/v1/courses/", course(unique("SQL"), "Logic"))
                .expectStatus(201)
                .id();
    }

    /** Runs statements in a transaction. */
    private void commit(String... statements) throws SQLException {
        try (var session = service.databaseSession()) {
            session.setAutoCommit(false);
            execute(session, statements);
            session.commit();
        }
    }

    private JsonObject lastChange() {
        var rows = AuditRows.of(service, course);
        return rows.get(rows.size() - 1);
    }

    @Test
    void a_change_by_sql_is_recorded_with_the_role_of_the_database() throws SQLException {
        commit("DELETE FROM course.courses WHERE id = '%s'".formatted(course));
        var row = lastChange();
        assertThat(row.getString("action")).isEqualTo("deleted");
        assertThat(row.getString("caller_kind")).isEqualTo("database");
        assertThat(row.getString("caller_name")).isEqualTo("postgres");
        assertThat(row.getValue("request_id")).isNull();
    }

    @Test
    void a_change_by_sql_in_another_role_is_recorded_with_the_role_that_has_logged_in() throws SQLException {
        var other = unique("deputy");
        commit(
                "CREATE ROLE %s SUPERUSER".formatted(other),
                "SET LOCAL ROLE " + other,
                "UPDATE course.courses SET course_name = 'Grammar' WHERE id = '%s'".formatted(course));
        assertThat(lastChange().getString("caller_name")).isEqualTo("postgres");
    }

    @Test
    void a_change_by_sql_is_not_recorded_with_the_caller_of_an_earlier_transaction_of_its_connection()
            throws SQLException {
        try (var session = service.databaseSession()) {
            session.setAutoCommit(false);
            execute(session, """
                    SELECT set_config('registrar.authtype', 'user', true), set_config('registrar.authid', 'dean', true),
                        set_config('registrar.request', '{"id": "dean-1", "subject": "dean"}', true)""");
            session.commit();
            execute(session, "UPDATE course.courses SET course_name = 'Grammar' WHERE id = '%s'".formatted(course));
            session.commit();
        }
        var row = lastChange();
        assertThat(row.getString("caller_kind") + " " + row.getString("caller_name"))
                .isEqualTo("database postgres");
        assertThat(row.getValue("caller_subject")).isNull();
        assertThat(row.getValue("request_id")).isNull();
    }

    @Test
    void all_resources_that_are_truncated_are_recorded_with_an_event_each() throws SQLException {
        var term = service.admin()
                .post("/v1/course_terms/", term(unique("SQLTERM"), course))
                .expectStatus(201)
                .id();
        try (var session = service.databaseSession()) {
            session.setAutoCommit(false);
            execute(session, "TRUNCATE course.courses CASCADE");
            for (var deleted : List.of(course, term)) {
                assertThat(read(session, """
                        SELECT before ->> 'id' FROM audit.audit_events
                        WHERE resource_id = '%s' AND action = 'deleted'""".formatted(deleted))).containsExactly(deleted);
                assertThat(read(session, """
                        SELECT document ->> 'id' FROM course.events
                        WHERE subject = '%s' AND change = 'deleted'""".formatted(deleted))).containsExactly(deleted);
            }
            session.rollback();
        }
    }

    @Test
    void the_id_of_a_resource_cannot_change_because_its_history_would_be_lost() {
        assertThatThrownBy(() -> commit("""
                        UPDATE course.courses SET course_name = 'Rhetoric', id = gen_random_uuid()
                        WHERE id = '%s'""".formatted(course)))
                .isInstanceOfSatisfying(
                        SQLException.class,
                        failure -> assertThat(failure.getSQLState()).isEqualTo("23000"));
    }
}
