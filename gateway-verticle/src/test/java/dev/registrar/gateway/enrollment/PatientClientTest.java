package dev.registrar.gateway.enrollment;

import static dev.registrar.gateway.testing.document.Documents.registration;
import static dev.registrar.gateway.testing.document.Documents.unique;
import static dev.registrar.gateway.testing.eventbus.DecidedService.CONFIRM;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.eventbus.DecidedService;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Prefer: wait (RFC 7240, 4.3): a client may leave a registration more time than the service would. */
class PatientClientTest {
    private static final int DECISION_TAKES_MS = 150;

    private static DecidedService enrollment;

    @BeforeAll
    static void a_service_that_waits_less_than_a_decision_takes() throws Exception {
        enrollment = DecidedService.start(new JsonObject().put("sync-window", "1 ms"));
        enrollment.decide(
                message -> enrollment.service().vertx().setTimer(DECISION_TAKES_MS, decided -> message.reply(CONFIRM)));
    }

    @AfterAll
    static void stop() {
        enrollment.close();
    }

    @Test
    void without_a_preference_the_service_decides_how_long_a_client_waits() {
        var accepted = enrollment.register(unique("uni")).expectStatus(202);
        assertThat(accepted.hasHeader("Preference-Applied")).isFalse();
        enrollment.awaitState(accepted, "confirmed");
    }

    @Test
    void a_client_that_would_look_again_may_say_for_how_long_it_would_wait_before() {
        var client = enrollment.service().admin();
        client.withHeader("Prefer", "respond-async, wait=2")
                .post("/v1/registrations/", registration(unique("uni"), enrollment.course()))
                .expectStatus(201)
                .expectHeader("Preference-Applied", "wait=2");
        var accepted = client.withHeader("Prefer", "wait=0, respond-async")
                .post("/v1/registrations/", registration(unique("uni"), enrollment.course()))
                .expectStatus(202)
                .expectHeader("Preference-Applied", "respond-async, wait=0");
        enrollment.awaitState(accepted, "confirmed");
    }

    @Test
    void a_client_that_prefers_to_wait_gets_the_outcome() {
        enrollment
                .service()
                .admin()
                .withHeader("Prefer", "wait=2, foo; bar=1")
                .post("/v1/registrations/", registration(unique("uni"), enrollment.course()))
                .expectStatus(201)
                .expectHeader("Preference-Applied", "wait=2");
    }
}
