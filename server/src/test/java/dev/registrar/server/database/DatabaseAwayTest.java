package dev.registrar.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Service;
import dev.registrar.testing.Await;
import dev.registrar.testing.InParallel;
import dev.registrar.testing.Signals;
import dev.registrar.testing.http.Response;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** While the database is unavailable, requests get 503 with {@code Retry-After}; afterwards the service recovers. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "There are no such signals")
class DatabaseAwayTest {
    /** More than the connections of a verticle, so some requests time out while they wait for one. */
    private static final List<Integer> CLIENTS = IntStream.range(0, 12).boxed().toList();

    private Service service;

    @BeforeEach
    void a_service_of_its_own() throws Exception {
        service = Service.start();
        service.reader().get("/v1/courses/").expectStatus(200);
    }

    @AfterEach
    void stop() {
        service.close();
    }

    @Test
    void requests_get_503_while_the_database_does_not_respond_and_succeed_afterwards() {
        var postgres = service.postgres();
        Queue<Response> responses = new ConcurrentLinkedQueue<>();
        postgres.freeze();
        try {
            InParallel.forEach(CLIENTS, client -> responses.add(service.reader().get("/v1/courses/")));
        } finally {
            postgres.thaw();
        }
        assertThat(responses)
                .allSatisfy(response -> response.expectStatus(503)
                        .expectHeader("Retry-After", "1")
                        .expectError("service_unavailable"));
        Await.until(
                "the service reads again",
                () -> service.reader().get("/v1/courses/").status() == 200);
    }

    @Test
    void requests_get_503_after_the_database_has_stopped() {
        var postgres = service.postgres();
        Signals.send("QUIT", postgres.postmaster());
        Await.until("PostgreSQL has ended", () -> !postgres.isAlive());
        InParallel.forEach(
                CLIENTS,
                client -> service.reader()
                        .get("/v1/courses/")
                        .expectStatus(503)
                        .expectHeader("Retry-After", "1")
                        .expectError("service_unavailable")
                        .expect("/errors/0/detail", "The database currently cannot be reached; try again."));
    }
}
