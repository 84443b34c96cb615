package dev.registrar.server.writing.concurrency;

import static dev.registrar.server.testing.document.Documents.registration;
import static dev.registrar.server.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Await;
import dev.registrar.server.testing.Client;
import dev.registrar.server.testing.Response;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.Sql;
import dev.registrar.server.testing.document.Document;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Who waits for a locked course does not keep the connections that changes of other courses need. */
class LockedCourseTest {
    /** More than there are connections for changes. */
    private static final int WAITING = 7;

    private static Service service;

    @BeforeAll
    static void a_service_that_waits_long_for_locks() throws Exception {
        service = Service.start(new JsonObject("""
                {"http": {"reply-timeout": "50 s", "idle-timeout": "51 s"},
                 "database": {"statement-timeout": "43 s", "lock-timeout": "41 s"}}"""));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static Response register(Client client, String course) {
        return client.post("/v1/registrations/", registration(unique("uni"), course));
    }

    private static Client keyed() {
        return service.admin().withHeader("Idempotency-Key", unique("key"));
    }

    private static Response rename(String course) {
        return service.admin()
                .patch(
                        "/v1/courses/%s/".formatted(course),
                        Document.of("courses", course).attribute("course_name", "Renamed"));
    }

    private static Response delete(String course) {
        return service.admin().delete("/v1/courses/%s/".formatted(course));
    }

    /** Sends these requests while the course is locked, and changes others meanwhile; all get this status in the end. */
    private static void whileLocked(String locked, int status, Supplier<Response> request) throws SQLException {
        List<CompletableFuture<Response>> waiting;
        try (var session = Sql.hold(
                service.databaseUri(), "SELECT FROM course.courses WHERE id = '%s' FOR UPDATE".formatted(locked))) {
            waiting = IntStream.range(0, WAITING)
                    .mapToObj(number -> CompletableFuture.supplyAsync(request))
                    .toList();
            Await.until("one waits for the course", () -> Sql.waitingForLocks(service.databaseUri()) > 0);
            var other = service.newCourse();
            register(service.admin(), other).expectStatus(201);
            register(keyed(), other).expectStatus(201);
            rename(other).expectStatus(200);
            delete(service.newCourse()).expectStatus(204);
            assertThat(waiting).noneMatch(CompletableFuture::isDone);
            session.rollback();
        }
        waiting.forEach(response -> response.join().expectStatus(status));
    }

    @Test
    void registrations_for_other_courses_go_on_while_those_for_a_locked_course_wait_and_none_is_lost_or_doubled()
            throws SQLException {
        var locked = service.newCourse();
        whileLocked(locked, 201, () -> register(service.admin(), locked));
        whileLocked(locked, 201, () -> register(keyed(), locked));
        service.reader()
                .get("/v1/registrations/?filter[courses]=" + locked)
                .expect("/meta/pagination/count", Integer.toString(2 * WAITING));
    }

    @Test
    void changes_of_other_courses_go_on_while_those_of_a_locked_course_wait() throws SQLException {
        var locked = service.newCourse();
        whileLocked(locked, 200, () -> rename(locked));
    }
}
