package dev.registrar.server.eventbus;

import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.term;
import static dev.registrar.testing.postgresql.Sql.execute;

import dev.registrar.server.testing.Service;
import java.sql.SQLException;

/** The resources that the examples of the contract name, with their ids. */
final class ExampleResources {
    private static final String LOGIC = "0c5b3df5-f147-45e4-b8a4-904fb8aa18a2";
    private static final String LOGIC_OF_2025 = "7d3f0a52-9f05-4b59-8a3a-0f9e4e9f5a11";
    private static final String ETHICS = "2a44a1c6-5b11-4d0a-9d5e-3f1f8f0c7b21";
    private static final String UNASSIGNED_TERM = "b1a7c9de-6f2e-4c57-8d0e-6a4f5f2e9c33";

    private ExampleResources() {}

    static void create(Service service) throws SQLException {
        var admin = service.admin();
        give(
                service,
                "courses",
                LOGIC,
                admin.post("/v1/courses/", course("LOGI1001", "Logic")).id());
        give(
                service,
                "courses",
                ETHICS,
                admin.post("/v1/courses/", course("LOGI1002", "Ethics")).id());
        give(
                service,
                "course_terms",
                LOGIC_OF_2025,
                admin.post("/v1/course_terms/", term("20253LOGI1001", LOGIC)).id());
        give(
                service,
                "course_terms",
                UNASSIGNED_TERM,
                admin.post("/v1/course_terms/", """
                                {"data": {"type": "course_terms", "attributes": {"term_identifier": "20253LOGI1002"}}}""").id());
    }

    /** Changes the id that the service assigned to the one in the examples, without the triggers, which keep ids as they are. */
    private static void give(Service service, String table, String id, String assigned) throws SQLException {
        execute(
                service.databaseUri(),
                "SET session_replication_role = replica; UPDATE course.%s SET id = '%s' WHERE id = '%s'"
                        .formatted(table, id, assigned));
    }

    static void remove(Service service) throws SQLException {
        execute(service.databaseUri(), "DELETE FROM registration.registrations WHERE uni = 'ab1234'");
        execute(service.databaseUri(), "DELETE FROM course.course_terms WHERE term_identifier LIKE '%LOGI100_'");
        execute(service.databaseUri(), "DELETE FROM course.courses WHERE course_identifier LIKE 'LOGI100_'");
        // Else the next creation with the same key would get the reply to this one.
        execute(service.databaseUri(), "DELETE FROM course.idempotency_keys WHERE key = 'portal-2026-09-01-17'");
    }
}
