package dev.registrar.server.database;

import static dev.registrar.server.testing.DocumentedDatabase.statements;
import static dev.registrar.server.testing.ServiceDatabase.migrate;
import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.term;
import static dev.registrar.testing.postgresql.Sql.execute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.registrar.server.testing.DocumentedDatabase;
import dev.registrar.server.testing.Service;
import dev.registrar.server.webhooks.Receiver;
import dev.registrar.server.webhooks.WebhookSection;
import dev.registrar.testing.Await;
import dev.registrar.testing.authentication.Sessions;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.http.Response;
import dev.registrar.testing.postgresql.Sql;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The service runs as the documented user, who may read and write rows but owns nothing; another user has migrated. */
class ServiceRoleTest {
    @AutoClose
    private static Receiver receiver;

    @AutoClose
    private static Service service;

    private static String asOwner;
    private static String asService;

    @BeforeAll
    static void the_documented_users() throws Exception {
        receiver = Receiver.start();
        service = Service.start(
                WebhookSection.sections(WebhookSection.endpoint("library", receiver)), ServiceRoleTest::separated);
    }

    /** Follows the documentation in a database of its own; returns the URI for the service. */
    private static String separated(String asSuperuser) {
        try {
            var database = DocumentedDatabase.beside(asSuperuser);
            asOwner = database.asOwner();
            asService = database.asService();
            execute(
                    asOwner,
                    List.of(
                            "CREATE TABLE registration.later (id serial, note text)",
                            "CREATE TABLE audit.later (note text)"));
            execute(asOwner, List.of("""
                    INSERT INTO course.idempotency_keys (caller, key, fingerprint, answered, status, document, created_at)
                    VALUES ('old', '1', '', true, 201, '', '2020-01-01')""", """
                    INSERT INTO course.events (occurred_at, position, change, type, subject, document)
                    VALUES ('2020-01-01', nextval('course.events_position_seq'), 'updated', 'old', gen_random_uuid(), '{}')""", """
                    INSERT INTO session.sessions (id, caller, rights, content, nonce, key, request, opened_at, ends_at)
                    VALUES ('old', '', '', '', '', '', '', '2020-01-01', '2020-01-01')""", """
                    INSERT INTO audit.audit_events (occurred_at, action, resource_type, resource_id)
                    VALUES ('2020-01-01', 'updated', 'old', gen_random_uuid())"""));
            return asService;
        } catch (IOException | SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static Response newCourse() {
        return service.admin()
                .post("/v1/courses/", course(unique("ROLE"), "Logic"))
                .expectStatus(201);
    }

    @Test
    void resources_are_created_read_changed_related_and_deleted() {
        var first = newCourse();
        var second = newCourse();
        var term = service.admin()
                .withHeader("Idempotency-Key", unique("role-"))
                .post("/v1/course_terms/", term(unique("ROLETERM"), first.id()))
                .expectStatus(201);
        service.admin()
                .post(
                        "/v1/courses/%s/relationships/course_terms".formatted(second.id()),
                        Document.linkage("course_terms", List.of(term.id())))
                .expectStatus(200);
        service.admin()
                .put(first.header("Location"), course(unique("ROLE"), "Ethics").withId(first.id()))
                .expectStatus(200);
        var page = service.reader().get("/v1/courses/?filter[search]=ethics&include=course_terms");
        page.expectStatus(200).expect("/meta/pagination/count", "1");
        service.admin().delete(second.header("Location")).expectStatus(204);
        service.reader().get(term.header("Location")).expectStatus(404);
    }

    @Test
    void people_are_enrolled_and_events_are_published_replayed_and_delivered() {
        var course = newCourse();
        var registered =
                service.register(course.id()).expectStatus(201).expect("/data/attributes/enrollment", "confirmed");
        var subject = "registrations/" + registered.id();
        Await.until("both events are delivered", () -> receiver.of(subject).size() >= 2);
        service.reader().get("/v1/events/?filter[type]=registrations").expectStatus(200);
        assertThat(service.admin()
                        .get("/v1/audit_events/?filter[resource_id]=" + registered.id())
                        .expectStatus(200)
                        .each("/attributes/action"))
                .containsExactly("updated", "created");
    }

    @Test
    void sessions_are_opened_and_ended() {
        var script = Sessions.script(service.anonymous(), Sessions.open(service.admin()));
        script.get("/v1/courses/").expectStatus(200);
        script.send("DELETE", Sessions.SESSIONS, Optional.empty()).expectStatus(204);
        script.get("/v1/courses/").expectStatus(401);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "course.idempotency_keys WHERE caller = 'old'",
                "course.events WHERE type = 'old'",
                "session.sessions WHERE id = 'old'",
                "audit.audit_events WHERE resource_type = 'old'",
            })
    void old_rows_are_removed(String rows) {
        Await.until("there are no old " + rows, () -> Sql.count(asService, rows) == 0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE TABLE course.notes (note text)",
                "DROP TABLE course.courses",
                "ALTER TABLE course.courses DISABLE TRIGGER ALL",
                "TRUNCATE registration.registrations",
                "UPDATE audit.audit_events SET caller_name = 'somebody'",
                "DELETE FROM audit.audit_events",
                "TRUNCATE audit.audit_events",
                "INSERT INTO course.flyway_schema_history SELECT * FROM course.flyway_schema_history",
                "UPDATE course.flyway_schema_history SET checksum = 1",
                "DELETE FROM registration.flyway_schema_history",
                "UPDATE session.schema_version SET version = 71",
                "UPDATE audit.later SET note = ''",
                "DELETE FROM audit.later",
            })
    void it_can_neither_change_tables_nor_rewrite_the_audit_and_the_history_of_migrations(String statement) {
        assertThatThrownBy(() -> execute(asService, List.of(statement)))
                .isInstanceOfSatisfying(
                        SQLException.class,
                        failure -> assertThat(failure.getSQLState()).isEqualTo("42501"));
    }

    @Test
    void it_can_write_the_tables_of_later_versions() throws SQLException {
        execute(
                asService,
                List.of(
                        "INSERT INTO registration.later (note) VALUES ('')",
                        "UPDATE registration.later SET note = 'changed'",
                        "DELETE FROM registration.later",
                        "INSERT INTO audit.later VALUES ('')",
                        "SELECT * FROM audit.later"));
    }

    @Test
    void the_documented_query_reads_the_audit() throws IOException, SQLException {
        execute(asService, statements("sql audit"));
    }

    @Test
    void a_start_that_lacks_migrations_says_who_must_run_them() throws SQLException {
        execute(asOwner, List.of("DELETE FROM course.flyway_schema_history WHERE description = 'triggers of events'"));
        assertThatThrownBy(() -> migrate(asService))
                .hasStackTraceContaining("schema \"course\" lacks migrations of this version")
                .hasStackTraceContaining("run --migrate with the database.uri of the user registrar, who owns it");
        migrate(asOwner);
        migrate(asService);
    }
}
