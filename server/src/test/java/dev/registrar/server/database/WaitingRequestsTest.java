package dev.registrar.server.database;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Exposition;
import dev.registrar.server.testing.Service;
import dev.registrar.testing.Await;
import dev.registrar.testing.connection.OpenConnection;
import dev.registrar.testing.eventbus.BusMessage;
import dev.registrar.testing.eventbus.Callers;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.Response;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests that wait for the database do not delay requests that need not wait, however long they wait. */
class WaitingRequestsTest {
    /** As many connections for reads as one caller gets: one less than twice the default of database.pool-size. */
    private static final int READ_CONNECTIONS = 3;

    private static final int READERS = 4 * READ_CONNECTIONS;

    @AutoClose
    private static Service service;

    @BeforeAll
    static void a_service_with_long_timeouts() throws Exception {
        service = Service.startWithLongTimeouts();
    }

    @Test
    void requests_over_the_concurrency_limit_get_503_and_other_resource_types_are_not_affected() throws SQLException {
        var client = service.gateway(
                        "http", new JsonObject().put("max-in-flight", 2).put("reply-timeout", "10 min"))
                .withCredentials("admin", "admin");
        List<CompletableFuture<Response>> stuck;
        try (var session = Sql.hold(service.databaseUri(), "LOCK TABLE course.course_terms IN ACCESS EXCLUSIVE MODE")) {
            stuck = Stream.of(1, 2)
                    .map(number -> CompletableFuture.supplyAsync(() -> client.get("/v1/course_terms/?page[size]=1")))
                    .toList();
            Await.until("both wait for the table", () -> waiting() == 2);
            client.get("/v1/course_terms/")
                    .expectStatus(503)
                    .expectHeader("Retry-After", "1")
                    .expectError("overloaded");
            client.get("/v1/registrations/?page[size]=1").expectStatus(200);
            session.rollback();
        }
        stuck.forEach(CompletableFuture::join);
        client.get("/v1/course_terms/?page[size]=1").expectStatus(200);
    }

    @Test
    void a_request_whose_body_arrives_after_the_concurrency_limit_is_reached_is_rejected() throws Exception {
        var port = service.startGateway(
                "http", new JsonObject().put("max-in-flight", 1).put("reply-timeout", "10 min"));
        var client = Client.of("http://127.0.0.1:" + port).withCredentials("admin", "admin");
        try (var session = Sql.hold(service.databaseUri(), "LOCK TABLE course.courses IN SHARE MODE");
                var connection = OpenConnection.halfSent(port, "POST")) {
            var stuck =
                    CompletableFuture.supplyAsync(() -> client.post("/v1/courses/", course(unique("LATE"), "Logic")));
            Await.until("the other one waits for the table", () -> waiting() == 1);
            connection.send("{\"data\":{}");
            assertThat(connection.readResponse()).startsWith("HTTP/1.1 503 ").contains("\"code\":\"overloaded\"");
            session.rollback();
            stuck.join().expectStatus(201);
        }
    }

    @Test
    void reads_of_one_caller_that_take_long_leave_a_connection_to_others() throws SQLException {
        try (var session = Sql.hold(service.databaseUri(), "LOCK TABLE course.course_terms IN ACCESS EXCLUSIVE MODE")) {
            var slow = Stream.generate(() ->
                            CompletableFuture.supplyAsync(() -> service.reader().get("/v1/course_terms/")))
                    .limit(READERS)
                    .toList();
            Await.until("as many wait for the table as may read at once", () -> waiting() == READ_CONNECTIONS);
            service.admin().get("/v1/registrations/").expectStatus(200);
            session.rollback();
            assertThat(slow).allSatisfy(read -> read.join().expectStatus(200));
        }
    }

    @Test
    void the_number_of_sessions_is_measured_while_clients_use_all_connections_for_reads() throws SQLException {
        try (var session = Sql.hold(service.databaseUri(), "LOCK TABLE course.course_terms IN ACCESS EXCLUSIVE MODE")) {
            var reads = Stream.of(service.reader(), service.reader(), service.reader(), service.admin())
                    .map(client -> CompletableFuture.supplyAsync(() -> client.get("/v1/course_terms/")))
                    .toList();
            Await.until("all of them wait", () -> waiting() == reads.size());
            assertThat(Exposition.of(service.operations()).value("registrar_sessions"))
                    .isZero();
            session.rollback();
            assertThat(reads).allSatisfy(read -> read.join().expectStatus(200));
        }
    }

    @Test
    void requests_that_repeat_an_idempotency_key_do_not_wait_for_the_first() throws SQLException {
        var courseId = service.newCourse();
        var client = service.admin().withHeader("Idempotency-Key", unique("key"));
        var document = registration(unique("uni"), courseId);
        List<CompletableFuture<Response>> sent;
        try (var session = Sql.hold(service.databaseUri(), "LOCK TABLE registration.registrations IN SHARE MODE")) {
            sent = Stream.of(1, 2, 3)
                    .map(number -> CompletableFuture.supplyAsync(() -> client.post("/v1/registrations/", document)))
                    .toList();
            Await.until(
                    "all but the first have a response",
                    () -> sent.stream().filter(CompletableFuture::isDone).count() == 2);
            session.rollback();
        }
        assertThat(sent.stream().map(CompletableFuture::join))
                .extracting(Response::status)
                .containsExactlyInAnyOrder(201, 409, 409);
    }

    @ParameterizedTest
    @CsvSource({
        "registrar.course_terms, page[size], 1",
        "registrar.courses, include, course_terms",
        "registrar.registrations, include, courses.course_terms"
    })
    void a_sender_on_the_event_bus_can_limit_the_time_of_its_request(String address, String parameter, String value)
            throws SQLException {
        var courseId = service.newCourse();
        service.register(courseId).expectStatus(201);
        var body = new JsonObject()
                .put("caller", Callers.unbound("portal", "read"))
                .put("query", new JsonObject().put(parameter, value));
        try (var session = Sql.hold(service.databaseUri(), "LOCK TABLE course.course_terms IN ACCESS EXCLUSIVE MODE")) {
            var errors = BusMessage.to(service, address, body)
                    .withHeader("action", "list")
                    .withHeader("timeout", "600")
                    .expectErrors(503);
            assertThat(errors).extracting(error -> error.path("code").asText()).containsExactly("service_unavailable");
            session.rollback();
        }
        Await.until("no statement waits any more", () -> waiting() == 0);
        assertThat(BusMessage.to(service, address, body)
                        .withHeader("action", "list")
                        .withHeader("timeout", "600000")
                        .<Buffer>reply()
                        .headers()
                        .get("status"))
                .isEqualTo("200");
    }

    private static long waiting() {
        return Sql.count(
                service.databaseUri(),
                "pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%course_terms%'");
    }
}
