package dev.registrar.gateway.enrollment.decision;

import static dev.registrar.gateway.testing.document.Documents.unique;
import static dev.registrar.gateway.testing.eventbus.DecidedService.CONFIRM;
import static dev.registrar.gateway.testing.eventbus.DecidedService.REJECT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.eventbus.DecidedService;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonObject;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The registration and the metric tell a decider that fails from one that does not reply. */
class FailingDeciderTest {
    private static final String NO_REPLY = "No decision has been made yet: the decider did not reply within 170 ms.";

    private static DecidedService enrollment;

    @BeforeAll
    static void a_service_whose_decider_is_the_test() throws Exception {
        enrollment = DecidedService.start(new JsonObject()
                .put("decision-timeout", "170 ms")
                .put("sync-window", "1900 ms")
                .put("retry-delay", "6 min")
                .put("retry-cap", "7 min"));
    }

    @AfterAll
    static void stop() {
        enrollment.close();
    }

    @AfterEach
    void no_decider() {
        enrollment.leaveUndecided();
    }

    private static void expectUndecided(Consumer<Message<JsonObject>> decider, String outcome, String reason) {
        var counted = enrollment.counted(outcome);
        enrollment.decide(decider);
        enrollment
                .register(unique("undecided"))
                .expectStatus(202)
                .expect("/data/meta/enrollment/process", "retrying")
                .expect("/data/meta/enrollment/reason", reason);
        assertThat(enrollment.counted(outcome)).isEqualTo(counted + 1);
    }

    @Test
    void the_failure_of_a_decider_is_shown_with_its_code_but_without_its_text() {
        expectUndecided(
                message -> message.fail(42, "The password of the database is wrong."),
                "failed",
                "No decision has been made yet: the decider failed with the code 42.");
    }

    @Test
    void a_decider_that_does_not_reply_in_time_is_counted_apart() {
        expectUndecided(message -> {}, "no_reply", NO_REPLY);
    }

    @Test
    void a_reply_that_comes_too_late_decides_nothing() {
        Queue<Message<JsonObject>> asked = new ConcurrentLinkedQueue<>();
        enrollment.decide(asked::add);
        var accepted =
                enrollment.register(unique("late")).expectStatus(202).expect("/data/meta/enrollment/reason", NO_REPLY);
        asked.remove().reply(REJECT);
        enrollment.decideAlways(CONFIRM);
        enrollment.requestAgain(accepted).expectStatus(200).expect("/data/attributes/enrollment", "confirmed");
    }
}
