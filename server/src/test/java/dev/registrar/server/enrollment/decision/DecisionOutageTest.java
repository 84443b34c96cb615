package dev.registrar.server.enrollment.decision;

import static dev.registrar.server.testing.eventbus.DecidedService.CONFIRM;
import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.eventbus.DecidedService;
import dev.registrar.testing.Await;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

/** While the decider fails for all enrollments, none of them is abandoned before the outage timeout has passed. */
class DecisionOutageTest {
    private static final int MAX_ATTEMPTS = 2;

    private static JsonObject settings() {
        return new JsonObject()
                .put("poll-interval", "20 ms")
                .put("retry-delay", "20 ms")
                .put("max-attempts", MAX_ATTEMPTS);
    }

    @Test
    void an_outage_of_the_decider_uses_up_no_attempts() throws Exception {
        try (var enrollment = DecidedService.start(settings())) {
            enrollment.decide(message -> message.fail(1, "broken"));
            var accepted = enrollment.register(unique("uni")).expectStatus(202);
            Await.until(
                    "there were more attempts than the maximum",
                    () -> enrollment.asked().size() > 2 * MAX_ATTEMPTS);
            assertThat(enrollment.asked())
                    .extracting(question -> question.getInteger("attempt"))
                    .containsOnly(1);
            enrollment.decideAlways(CONFIRM);
            enrollment.awaitState(accepted, "confirmed");
        }
    }

    @Test
    void an_enrollment_is_abandoned_when_the_outage_lasts_too_long() throws Exception {
        try (var enrollment = DecidedService.start(settings().put("outage-timeout", "1 s"))) {
            enrollment.decide(message -> message.fail(1, "broken"));
            enrollment.awaitProcess(enrollment.register(unique("uni")).expectStatus(202), "abandoned");
        }
    }
}
