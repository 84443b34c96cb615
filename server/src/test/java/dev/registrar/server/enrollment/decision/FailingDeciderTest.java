package dev.registrar.server.enrollment.decision;

import static dev.registrar.server.testing.eventbus.DecidedService.CONFIRM;
import static dev.registrar.server.testing.eventbus.DecidedService.LATER;
import static dev.registrar.server.testing.eventbus.DecidedService.REJECT;
import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.eventbus.DecidedService;
import dev.registrar.testing.Await;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A decider that fails, does not reply in time or sends an invalid reply is asked again; the registration and the metric tell why. */
class FailingDeciderTest {
    private static final Duration RETRY_DELAY = Duration.ofMillis(100);

    private static final String NO_REPLY = "No decision has been made yet: the decider did not reply within 470 ms.";

    @AutoClose
    private static DecidedService enrollment;

    @BeforeAll
    static void a_service_whose_decider_is_the_test() throws Exception {
        enrollment = DecidedService.start(new JsonObject()
                .put("decision-timeout", "470 ms")
                .put("sync-window", "1900 ms")
                .put("retry-delay", "6 min")
                .put("retry-cap", "7 min"));
    }

    @AfterEach
    void no_decider() {
        enrollment.leaveUndecided();
    }

    static Stream<Arguments> invalidReplies() {
        var decision = "\"decision\" must be \"confirm\", \"reject\" or \"later\"";
        var reason = "\"reason\" must be a text of 1 to 500 characters";
        var retryAfter = "\"retry_after\" must be a whole number of seconds from 1 to 86400";
        return Stream.of(
                Arguments.of(null, "it must be a JSON object"),
                Arguments.of("confirm", "it must be a JSON object"),
                Arguments.of("{\"decision\": \"confirm\"}", "it must be a JSON object"),
                Arguments.of(1, "it must be a JSON object"),
                Arguments.of(new JsonArray().add(CONFIRM), "it must be a JSON object"),
                Arguments.of(new JsonObject(), decision),
                Arguments.of(new JsonObject().put("decision", "yes"), decision),
                Arguments.of(new JsonObject().put("decision", true), decision),
                Arguments.of(
                        new JsonObject().put("decision", "reject").put("raeson", "The course is full."),
                        "it has a superfluous member; did you mean reason? The decision \"reject\" has only decision, reason"),
                Arguments.of(
                        REJECT.copy().put("retry_after", 30),
                        "it has a superfluous member; the decision \"reject\" has only decision, reason"),
                Arguments.of(
                        LATER.copy().put("retry-after", 30),
                        "it has a superfluous member; did you mean retry_after?"
                                + " The decision \"later\" has only decision, reason, retry_after"),
                Arguments.of(
                        CONFIRM.copy().put("reason", "A seat is free."),
                        "it has a superfluous member; the decision \"confirm\" has only decision"),
                Arguments.of(REJECT.copy().put("reason", "x".repeat(501)), reason),
                Arguments.of(REJECT.copy().put("reason", " "), reason),
                Arguments.of(REJECT.copy().put("reason", 42), reason),
                Arguments.of(REJECT.copy().put("reason", "The course is \u0000."), reason),
                Arguments.of(LATER.copy().put("reason", "Half a pair: \ud83c"), reason),
                Arguments.of(LATER.copy().put("retry_after", -1), retryAfter),
                Arguments.of(LATER.copy().put("retry_after", 0), retryAfter),
                Arguments.of(LATER.copy().put("retry_after", 1.5), retryAfter),
                Arguments.of(LATER.copy().put("retry_after", 86_401), retryAfter),
                Arguments.of(LATER.copy().put("retry_after", Long.MAX_VALUE), retryAfter),
                Arguments.of(LATER.copy().put("retry_after", "30"), retryAfter));
    }

    private static void expectUndecided(Consumer<Message<JsonObject>> decider, String outcome, String reason) {
        var counted = enrollment.counted(outcome);
        enrollment.decide(decider);
        enrollment
                .register(unique("undecided"))
                .expectStatus(202)
                .expect("/data/attributes/enrollment", "pending")
                .expect("/data/meta/enrollment/process", "retrying")
                .expect("/data/meta/enrollment/reason", reason);
        assertThat(enrollment.counted(outcome)).isEqualTo(counted + 1);
    }

    @ParameterizedTest
    @MethodSource("invalidReplies")
    void a_pending_registration_shows_why_the_reply_is_invalid_but_not_its_content(Object reply, String error) {
        expectUndecided(
                message -> message.reply(reply),
                "invalid_decision",
                "No decision has been made yet: the reply of the decider is invalid: %s.".formatted(error));
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

    @Test
    void a_member_of_a_decision_that_is_null_is_like_an_absent_one() {
        enrollment.decideAlways(CONFIRM.copy().putNull("reason").putNull("retry_after"));
        enrollment.register(unique("null")).expectStatus(201);
    }

    @Test
    void a_rejection_reason_of_500_characters_is_shown_unchanged() {
        var reason = "🎓".repeat(500);
        enrollment.decideAlways(REJECT.copy().put("reason", reason));
        var rejected = enrollment.register(unique("long")).expectStatus(409);
        assertThat(rejected.errors().get(0).path("detail").asText()).isEqualTo(reason);
    }

    @Test
    void a_decider_that_only_sends_invalid_replies_is_asked_with_increasing_delays() throws Exception {
        var settings = new JsonObject()
                .put("poll-interval", "20 ms")
                .put("retry-delay", RETRY_DELAY.toMillis() + " ms")
                .put("retry-cap", "7 min");
        try (var undecided = DecidedService.start(settings)) {
            List<Long> asked = new ArrayList<>();
            undecided.decide(message -> {
                asked.add(System.nanoTime());
                message.reply(new JsonObject().put("decision", "yes"));
            });
            undecided.register(unique("rare")).expectStatus(202);
            Await.until(
                    "the decision is attempted six times",
                    () -> undecided.asked().size() >= 6);
            // The delay doubles, and each wait is at least half of it: 1/2 + 1 + 2 + 4 + 8 delays.
            assertThat(Duration.ofNanos(asked.get(5) - asked.get(0))).isGreaterThan(RETRY_DELAY.multipliedBy(15));
        }
    }
}
