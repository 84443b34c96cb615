package dev.registrar.server.enrollment;

import static dev.registrar.server.testing.eventbus.DecidedService.CONFIRM;
import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.registration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.eventbus.DecidedService;
import dev.registrar.testing.Proves;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code Prefer: wait} (RFC 7240, 4.3): a client may wait longer for a registration than the service would by default. */
class PatientClientTest {
    private static final int DECISION_TAKES_MS = 150;

    @AutoClose
    private static DecidedService enrollment;

    @BeforeAll
    static void a_service_that_waits_less_than_a_decision_takes() throws Exception {
        enrollment = DecidedService.start(new JsonObject().put("sync-window", "1 ms"));
        enrollment.decide(
                message -> enrollment.service().vertx().setTimer(DECISION_TAKES_MS, decided -> message.reply(CONFIRM)));
    }

    @Test
    void a_request_without_a_preference_waits_for_the_default_time() {
        var accepted = enrollment.register(unique("uni")).expectStatus(202);
        assertThat(accepted.hasHeader("Preference-Applied")).isFalse();
        enrollment.awaitState(accepted, "confirmed");
    }

    @Proves("RFC 7240, 4.3")
    @Test
    void a_client_can_combine_respond_async_with_a_wait_time() {
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

    @Proves("RFC 7240, 3 and 4.3")
    @Test
    void a_client_that_prefers_to_wait_longer_than_a_request_may_take_learns_how_long_the_service_waits() {
        for (var prefer : List.of("wait=100", "wait=3", "wait=1000000", "wait=99999999999999999999")) {
            enrollment
                    .service()
                    .admin()
                    .withHeader("Prefer", prefer)
                    .post("/v1/registrations/", registration(unique("uni"), enrollment.course()))
                    .expectStatus(201)
                    .expectHeader("Preference-Applied", "wait=2");
        }
    }
}
