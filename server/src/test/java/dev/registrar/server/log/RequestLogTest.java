package dev.registrar.server.log;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;
import static dev.registrar.testing.postgresql.Sql.execute;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.InParallel;
import java.sql.SQLException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Log lines that belong to a request. */
@ExtendWith(ServiceExtension.class)
class RequestLogTest {
    private static final String FAULTY = """
            CREATE FUNCTION public.fail_as_told() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                RAISE EXCEPTION '%', NEW.course_name || chr(27) || '[2J' || chr(8238);
            END
            $$;
            CREATE TRIGGER fail_as_told BEFORE INSERT ON course.courses
                FOR EACH ROW WHEN (NEW.course_identifier LIKE 'faulty-%') EXECUTE FUNCTION public.fail_as_told();
            """;

    private final String name = "A name with several lines\n12:00:00.000 INFO  registrar - Forged\r\nForged, too";
    private WrittenLog log;

    @BeforeEach
    void a_verticle_that_fails_unexpectedly(Service service) throws SQLException {
        execute(service.databaseUri(), FAULTY);
        log = WrittenLog.start(this);
    }

    @AfterEach
    void mend(Service service) throws SQLException {
        log.close();
        execute(
                service.databaseUri(),
                "DROP TRIGGER fail_as_told ON course.courses; DROP FUNCTION public.fail_as_told()");
    }

    @Test
    void the_line_of_a_verticle_behind_the_event_bus_has_the_ids_of_the_request_and_its_trace(Service service) {
        service.admin()
                .withHeader("X-Request-Id", "request-4713")
                .withHeader("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
                .post("/v1/courses/", course(unique("faulty-"), name))
                .expectStatus(500);
        var first = log.awaitLines("ResourceEndpoint").get(0);
        assertThat(first).contains(" - [request-4713 4bf92f3577b34da6a3ce929d0e0e4736] ");
        assertThat(log.awaitJson("ResourceEndpoint").getMap())
                .containsEntry("http.request.id", "request-4713")
                .containsEntry("trace.id", "4bf92f3577b34da6a3ce929d0e0e4736")
                .containsEntry("log.level", "ERROR")
                .containsKeys("error.type", "error.message", "error.stack_trace");
    }

    @Test
    void the_line_of_a_read_for_an_enrollment_has_an_id_of_its_own_and_the_trace_of_the_request(Service service)
            throws SQLException {
        var course = service.newCourse();
        execute(
                service.databaseUri(),
                "ALTER TABLE course.courses RENAME TO mislaid",
                "CREATE VIEW course.courses AS SELECT * FROM course.mislaid WHERE 1 / (length(course_name) * 0) = 1");
        try {
            service.admin()
                    .withHeader("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4737-00f067aa0ba902b7-01")
                    .withHeader("Prefer", "respond-async")
                    .post("/v1/registrations/", registration(unique("logged"), course))
                    .expectStatus(202);
            assertThat(log.awaitLines("A request to registrar.courses.reserved failed")
                            .get(0))
                    .containsPattern(" - \\[\\S+ 4bf92f3577b34da6a3ce929d0e0e4737] ")
                    .doesNotContain(course);
        } finally {
            execute(service.databaseUri(), "DROP VIEW course.courses", "ALTER TABLE course.mislaid RENAME TO courses");
        }
    }

    @Test
    void no_line_of_a_message_or_a_stack_trace_can_be_taken_for_another_event(Service service) {
        service.admin().post("/v1/courses/", course(unique("faulty-"), name)).expectStatus(500);
        assertThat(log.awaitLines("ResourceEndpoint"))
                .hasSizeGreaterThan(3)
                .anyMatch(line -> line.contains("Forged"))
                .filteredOn(line -> !line.startsWith("\tat ") && !line.startsWith("Caused by: "))
                .filteredOn(line -> !line.isEmpty() && !Character.isWhitespace(line.charAt(0)))
                .hasSize(1);
        assertThat(log.all()).contains("\\u001b[2J").doesNotContain("\u001b", "\u202e", "\r");
    }

    @Test
    void requests_that_are_processed_at_the_same_time_keep_their_own_ids(Service service) {
        var ids =
                IntStream.range(0, 8).mapToObj(number -> "concurrent-" + number).toList();
        InParallel.forEach(
                ids,
                id -> service.admin()
                        .withHeader("X-Request-Id", id)
                        .post("/v1/courses/", course(unique("faulty-"), "fails for " + id))
                        .expectStatus(500));
        assertThat(ids).allMatch(id -> log.awaitLines("fails for " + id).get(0).contains("[%s]".formatted(id)));
    }
}
