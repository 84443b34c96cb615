package dev.registrar.server.operations;

import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Exposition;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.Await;
import dev.registrar.testing.InParallel;
import dev.registrar.testing.connection.EventStreamClient;
import dev.registrar.testing.connection.OpenConnection;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The metrics show which limit requests have reached that were rejected. */
@ExtendWith(ServiceExtension.class)
class RejectedRequestsTest {
    private static final String STREAM = "/v1/events/?page[after]=latest";

    private Service service;

    @BeforeEach
    void use(Service shared) {
        service = shared;
    }

    private static Client reader(int port) {
        return Client.of("http://127.0.0.1:" + port).withCredentials("reader", "reader");
    }

    private double value(String name, String label) {
        return Exposition.of(service.operations()).value(name, label);
    }

    private double rejected(String reason) {
        return value("registrar_rejected_requests_total", "reason=\"%s\"".formatted(reason));
    }

    @Test
    void requests_above_the_limit_of_a_gateway() throws Exception {
        var gateway = reader(service.startGateway("http", new JsonObject().put("max-in-flight", 1)));
        var before = rejected("gateway");
        var course = service.newCourse();
        var path = "/v1/courses/%s/".formatted(course);
        try (var session = Sql.hold(service.databaseUri(), "LOCK TABLE course.courses IN ACCESS EXCLUSIVE MODE")) {
            var waiting = CompletableFuture.supplyAsync(() -> gateway.get(path));
            Await.until(
                    "the first one uses a connection",
                    () -> value("registrar_database_connections_in_use", "pool=\"read\"") == 1);
            InParallel.forEach(
                    List.of(path, path, path, path, path, path, path, path, path, path, path),
                    other -> gateway.get(other).expectStatus(503).expectError("overloaded"));
            session.rollback();
            waiting.join().expectStatus(200);
        }
        assertThat(rejected("gateway") - before).isEqualTo(11);
        assertThat(value("registrar_http_errors_total", "code=\"overloaded\"")).isPositive();
    }

    @Test
    void clients_above_the_limit_of_those_that_wait_for_events() {
        var port = service.startGateway("http", new JsonObject().put("max-followers", 1));
        var before = rejected("followers");
        try (var stream =
                EventStreamClient.open("http://127.0.0.1:" + port + STREAM).awaitStart()) {
            assertThat(stream.status()).isEqualTo(200);
            reader(port)
                    .withHeader("Prefer", "wait=5")
                    .get(STREAM)
                    .expectStatus(503)
                    .expectError("too_many_followers");
        }
        assertThat(rejected("followers") - before).isEqualTo(1);
    }

    @Test
    void bodies_that_are_given_up_to_make_room_for_others() throws IOException {
        var port = service.startGateway(
                "http", new JsonObject().put("max-body-size", 11).put("max-pending-bytes", 3 * 32_768 + 20_000));
        var before = rejected("bodies");
        List<OpenConnection> connections = new ArrayList<>();
        while (connections.size() < 4) {
            connections.add(OpenConnection.halfSent(port, "POST"));
        }
        assertThat(connections.get(0).readResponse())
                .startsWith("HTTP/1.1 503 ")
                .contains("\"code\":\"overloaded\"");
        assertThat(rejected("bodies")).isGreaterThan(before);
        for (var connection : connections) {
            connection.close();
        }
    }
}
