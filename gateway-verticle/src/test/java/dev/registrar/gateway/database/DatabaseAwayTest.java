package dev.registrar.gateway.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.InParallel;
import dev.registrar.gateway.testing.Response;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.Signals;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** While the database is away, clients are told to come back; when it is back, so is the service. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "There are no such signals")
class DatabaseAwayTest {
    /** More than the connections of a verticle, so that some requests wait for one in vain. */
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
    void a_database_that_does_not_answer_makes_503_and_then_all_is_well_again() {
        var postgres = service.postgres();
        Queue<Response> answers = new ConcurrentLinkedQueue<>();
        postgres.freeze();
        try {
            InParallel.forEach(CLIENTS, client -> answers.add(service.reader().get("/v1/courses/")));
        } finally {
            postgres.thaw();
        }
        assertThat(answers)
                .allSatisfy(answer -> answer.expectStatus(503)
                        .expectHeader("Retry-After", "1")
                        .expectError("service_unavailable"));
        Await.until(
                "the service reads again",
                () -> service.reader().get("/v1/courses/").status() == 200);
    }

    @Test
    void a_database_that_is_gone_makes_503() {
        var postgres = service.postgres();
        Signals.send("QUIT", postgres.postmaster());
        Await.until("PostgreSQL has ended", () -> !postgres.isAlive());
        InParallel.forEach(
                CLIENTS,
                client -> service.reader()
                        .get("/v1/courses/")
                        .expectStatus(503)
                        .expectHeader("Retry-After", "1")
                        .expectError("service_unavailable"));
    }
}
