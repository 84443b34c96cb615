package dev.registrar.server.enrollment;

import static dev.registrar.server.testing.eventbus.DecidedService.CONFIRM;
import static dev.registrar.server.testing.eventbus.DecidedService.LATER;
import static dev.registrar.server.testing.eventbus.DecidedService.NO_DECISION;
import static dev.registrar.server.testing.eventbus.DecidedService.NO_DECISION_REASON;
import static dev.registrar.server.testing.eventbus.DecidedService.REJECT;
import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.eventbus.DecidedService;
import dev.registrar.testing.Await;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** An enrollment after the response: it is retried until it is confirmed, rejected or abandoned. */
class EnrollmentProcessTest {
    @AutoClose
    private static DecidedService enrollment;

    @BeforeAll
    static void a_service_with_short_timeouts() throws Exception {
        enrollment = DecidedService.start(new JsonObject()
                .put("decision-timeout", "1300 ms")
                .put("poll-interval", "50 ms")
                .put("retry-delay", "20 ms")
                .put("retry-cap", "100 ms")
                .put("outage-timeout", "0 s")
                .put("max-attempts", 8));
    }

    @AfterEach
    void no_decider() {
        enrollment.leaveUndecided();
    }

    @Test
    void a_rejection_after_the_response_returns_the_registration_to_requested_with_the_reason() {
        var accepted = enrollment.register(unique("late")).expectStatus(202);
        enrollment.decideAlways(REJECT);
        enrollment.awaitState(accepted, "requested");
        enrollment
                .read(accepted)
                .expect("/data/meta/enrollment/process", "rejected")
                .expect("/data/meta/enrollment/reason", "The course is full.");
    }

    @Test
    void a_rejected_registration_can_be_requested_again() {
        var accepted = enrollment.register(unique("again")).expectStatus(202);
        enrollment.decideAlways(REJECT);
        enrollment.awaitState(accepted, "requested");
        enrollment.requestAgain(accepted).expectStatus(409).expectError("enrollment_rejected");
        enrollment.decideAlways(CONFIRM);
        enrollment
                .requestAgain(accepted)
                .expectStatus(200)
                .expect("/data/attributes/enrollment", "confirmed")
                .expectAbsent("/data/meta/enrollment");
    }

    @Test
    void a_decider_that_fails_hangs_or_replies_nonsense_is_asked_again() {
        List<Consumer<Message<JsonObject>>> replies = List.of(
                message -> message.fail(1, "broken"),
                message -> {},
                message -> message.reply(new JsonObject().put("decision", "perhaps")),
                message -> message.reply("no json"),
                message -> message.reply(null),
                message -> message.reply(CONFIRM));
        var next = new ConcurrentLinkedQueue<>(replies);
        enrollment.decide(message -> Optional.ofNullable(next.poll())
                .orElseGet(() -> replies.get(replies.size() - 1))
                .accept(message));
        enrollment.awaitState(enrollment.register(unique("faulty")), "confirmed");
        assertThat(enrollment.asked()).hasSizeGreaterThanOrEqualTo(replies.size());
    }

    @Test
    void an_enrollment_without_a_decision_is_abandoned_and_restarts_on_request() {
        enrollment.decideAlways(NO_DECISION);
        var accepted = enrollment.register(unique("poison")).expectStatus(202);
        enrollment.awaitProcess(accepted, "abandoned");
        enrollment
                .read(accepted)
                .expect("/data/attributes/enrollment", "pending")
                .expect("/data/meta/enrollment/reason", NO_DECISION_REASON)
                .expect("/data/meta/enrollment/attempts", "8");
        assertThat(enrollment.asked())
                .extracting(question -> question.getInteger("attempt"))
                .containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
        enrollment.decideAlways(CONFIRM);
        enrollment.requestAgain(accepted).expectStatus(200).expect("/data/attributes/enrollment", "confirmed");
    }

    @Test
    void a_decision_that_is_put_off_never_counts_as_an_attempt() {
        enrollment.decideAlways(LATER);
        var accepted = enrollment.register(unique("queue")).expectStatus(202);
        Await.until(
                "there were more attempts than the maximum",
                () -> enrollment.asked().size() > 11);
        assertThat(enrollment.asked())
                .extracting(question -> question.getInteger("attempt"))
                .containsOnly(1);
        enrollment
                .read(accepted)
                .expect("/data/meta/enrollment/process", "retrying")
                .expect("/data/meta/enrollment/reason", "Ask tomorrow.");
        enrollment.decideAlways(CONFIRM);
        enrollment.awaitState(accepted, "confirmed");
    }

    @Test
    void a_decider_can_postpone_its_decision_by_a_day() {
        enrollment.decideAlways(LATER.copy().put("retry_after", 86_400));
        var accepted = enrollment.register(unique("patient")).expectStatus(202);
        assertThat(Sql.count(enrollment.service().databaseUri(), """
                registration.registrations
                WHERE id = '%s' AND due_at BETWEEN now() + interval '23 h' AND now() + interval '24 h'""".formatted(accepted.id())))
                .isEqualTo(1);
    }

    @Test
    void attempts_are_counted_by_outcome() {
        var confirmed = enrollment.counted("confirmed");
        var rejected = enrollment.counted("rejected");
        var putOff = enrollment.counted("put_off");
        var invalid = enrollment.counted("invalid_decision");
        var abandoned = enrollment.counted("abandoned");
        enrollment.decideAlways(CONFIRM);
        enrollment.register(unique("counted")).expectStatus(201);
        enrollment.decideAlways(REJECT);
        enrollment.register(unique("counted")).expectStatus(409);
        enrollment.decideAlways(LATER.copy().put("retry_after", 43_200));
        enrollment.register(unique("counted")).expectStatus(202);
        enrollment.decideAlways(NO_DECISION);
        enrollment.awaitProcess(enrollment.register(unique("counted")), "abandoned");
        assertThat(enrollment.counted("confirmed")).isEqualTo(confirmed + 1);
        assertThat(enrollment.counted("rejected")).isEqualTo(rejected + 1);
        assertThat(enrollment.counted("put_off")).isEqualTo(putOff + 1);
        assertThat(enrollment.counted("invalid_decision")).isEqualTo(invalid + 7);
        // An attempt is counted just after its outcome can be read.
        Await.until("the last attempt is counted", () -> enrollment.counted("abandoned") == abandoned + 1);
    }
}
