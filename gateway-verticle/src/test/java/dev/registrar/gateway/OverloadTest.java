package dev.registrar.gateway;

import static dev.registrar.gateway.testing.Documents.course;
import static dev.registrar.gateway.testing.Documents.registration;
import static dev.registrar.gateway.testing.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Answer;
import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Client;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import io.vertx.core.json.JsonObject;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** When more is asked than can be done, the rest is told so at once, and only what is asked too often. */
@ExtendWith(ServiceExtension.class)
class OverloadTest {
    /** As database.pool-size is shipped. */
    private static final int READ_CONNECTIONS = 4;

    private static final int READERS = 3 * READ_CONNECTIONS;

    @Test
    void what_is_too_much_is_turned_away_and_nothing_else_suffers(Service service) throws SQLException {
        var client = Client.of(
                        "http://127.0.0.1:" + service.startGateway("http", new JsonObject().put("max-in-flight", 2)))
                .withCredentials("admin", "admin");
        var courseId =
                client.post("/v1/courses/", course(unique("LOAD"), "Logic")).id();
        List<CompletableFuture<Answer>> stuck;
        try (var session = service.databaseSession()) {
            session.setAutoCommit(false);
            lock(session);
            stuck = Stream.of(1, 2)
                    .map(number -> CompletableFuture.supplyAsync(() -> client.get("/v1/course_terms/?page[size]=1")))
                    .toList();
            Await.until("both wait for the table", () -> waiting(service) == 2);
            client.get("/v1/course_terms/")
                    .expectStatus(503)
                    .expectHeader("Retry-After", "1")
                    .expectError("overloaded");
            client.get("/v1/registrations/?page[size]=1").expectStatus(200);
            client.post("/v1/registrations/", registration(unique("uni"), courseId))
                    .expectStatus(201);
            session.rollback();
        }
        stuck.forEach(CompletableFuture::join);
        client.get("/v1/course_terms/?page[size]=1").expectStatus(200);
    }

    @Test
    void readers_that_wait_keep_nobody_from_changing_something(Service service) throws SQLException {
        var courseId = service.admin()
                .post("/v1/courses/", course(unique("LOAD"), "Logic"))
                .id();
        var readers = Executors.newFixedThreadPool(READERS);
        try (var session = service.databaseSession()) {
            session.setAutoCommit(false);
            lock(session);
            for (var reader = 0; reader < READERS; reader++) {
                readers.execute(() -> service.reader().get("/v1/courses/?page[size]=1"));
            }
            Await.until("they have all connections for reading", () -> waiting(service) == READ_CONNECTIONS);
            service.admin()
                    .post("/v1/courses/?fields[courses]=course_name", course(unique("LOAD"), "Logic"))
                    .expectStatus(201);
            service.admin()
                    .post("/v1/registrations/", registration(unique("uni"), courseId))
                    .expectStatus(201);
            assertThat(waiting(service)).as("readers that still wait").isEqualTo(READ_CONNECTIONS);
            session.rollback();
        }
        readers.shutdown();
    }

    private static void lock(Connection session) throws SQLException {
        try (var statement = session.createStatement()) {
            statement.execute("LOCK TABLE course.course_terms IN ACCESS EXCLUSIVE MODE");
        }
    }

    private static int waiting(Service service) {
        try (var session = service.databaseSession();
                var statement = session.createStatement();
                var rows = statement.executeQuery("SELECT count(*) FROM pg_stat_activity"
                        + " WHERE wait_event_type = 'Lock' AND query LIKE '%course_terms%'")) {
            return rows.next() ? rows.getInt(1) : 0;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
