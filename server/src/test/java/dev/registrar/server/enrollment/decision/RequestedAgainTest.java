package dev.registrar.server.enrollment.decision;

import static dev.registrar.server.testing.eventbus.DecidedService.CONFIRM;
import static dev.registrar.server.testing.eventbus.DecidedService.LATER;
import static dev.registrar.server.testing.eventbus.DecidedService.REJECT;
import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.eventbus.DecidedService;
import dev.registrar.testing.Await;
import dev.registrar.testing.RecordedLog;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonObject;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An enrollment that is requested again while a decider works on the previous request. */
class RequestedAgainTest {
    @AutoClose
    private static DecidedService enrollment;

    /** No test lasts until the worker polls. An attempt without a decision is the last one. */
    @BeforeAll
    static void a_service_that_does_not_poll() throws Exception {
        enrollment = DecidedService.start(new JsonObject()
                .put("decision-timeout", "11 min")
                .put("poll-interval", "12 min")
                .put("sync-window", "130 ms")
                .put("max-attempts", 1));
    }

    static Stream<JsonObject> previousDecisions() {
        return Stream.of(REJECT, LATER, new JsonObject().put("decision", "perhaps"));
    }

    @ParameterizedTest
    @MethodSource("previousDecisions")
    void the_decision_on_the_previous_request_has_no_effect_and_the_decider_is_asked_again_at_once(
            JsonObject previous) {
        Queue<Message<JsonObject>> questions = new ConcurrentLinkedQueue<>();
        enrollment.decide(questions::add);
        var superseded = enrollment.counted("superseded");
        try (var log = RecordedLog.start(this)) {
            var accepted = enrollment.register(unique("again")).expectStatus(202);
            enrollment.requestAgain(accepted).expectStatus(202);
            questions.remove().reply(previous);
            Await.until("the decider is asked again", () -> !questions.isEmpty());
            assertThat(enrollment.counted("superseded")).isEqualTo(superseded + 1);
            assertThat(log.warnings("is abandoned")).isEmpty();
            questions.remove().reply(CONFIRM);
            enrollment.awaitState(accepted, "confirmed");
        }
    }
}
