package dev.registrar.server.enrollment;

import static dev.registrar.server.testing.eventbus.DecidedService.CONFIRM;
import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.registration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.eventbus.DecidedService;
import dev.registrar.testing.Await;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** An enrollment whose decision takes long delays no other, and a stopping node hands it over to the workers of other nodes. */
class SlowEnrollmentTest {
    /** Whoever asks a decider again that takes longer than any test has restarted the enrollment. */
    private static final String DECISION_TIMEOUT = "14 min";

    @AutoClose
    private static DecidedService enrollment;

    @BeforeAll
    static void a_service_whose_decider_may_take_longer_than_any_test() throws Exception {
        enrollment = DecidedService.start(new JsonObject().put("decision-timeout", DECISION_TIMEOUT));
    }

    /** Confirms everybody but this person at once; returns the questions about this person. */
    private static Queue<Message<JsonObject>> confirmAllBut(String slow) {
        Queue<Message<JsonObject>> questions = new ConcurrentLinkedQueue<>();
        enrollment.decide(question -> {
            if (question.body().getString("uni").equals(slow)) {
                questions.add(question);
            } else {
                question.reply(CONFIRM);
            }
        });
        return questions;
    }

    private static void expectOthersConfirmed() {
        for (var other = 0; other < 20; other++) {
            enrollment.register(unique("other")).expectStatus(201);
        }
    }

    @Test
    void an_undecided_enrollment_is_due_at_once_after_a_stop_and_has_used_no_attempt() throws Exception {
        try (var decided = DecidedService.start(
                new JsonObject().put("decision-timeout", "50 s").put("lease", "40 s"))) {
            decided.decide(message -> {});
            var registration = decided.registerLater(unique("uni")).id();
            Await.until("the decider is asked", () -> decided.asked().size() == 1);
            decided.service().stop();
            assertThat(Sql.read(
                            decided.service().databaseUri(),
                            "SELECT concat_ws(' ', due_at <= now(), attempts - uncounted, enrollment)"
                                    + " FROM registration.registrations WHERE id = '%s'".formatted(registration)))
                    .as("is due, attempts that count, state")
                    .containsExactly("t 0 pending");
        }
    }

    @Test
    void other_registrations_are_confirmed_while_one_waits_for_its_decision() {
        var poison = unique("poison");
        var questions = confirmAllBut(poison);
        var accepted = enrollment.register(poison).expectStatus(202);
        expectOthersConfirmed();
        enrollment.read(accepted).expect("/data/attributes/enrollment", "pending");
        assertThat(questions)
                .as("messages about the enrollment that is still undecided")
                .hasSize(1);
    }

    @Test
    void other_registrations_are_confirmed_while_another_session_locks_one_that_has_been_decided() throws SQLException {
        var locked = unique("locked");
        var questions = confirmAllBut(locked);
        var accepted = enrollment.registerLater(locked);
        Await.until("the decider is asked", () -> !questions.isEmpty());
        try (var session = Sql.hold(
                enrollment.service().databaseUri(),
                "SELECT FROM registration.registrations WHERE id = '%s' FOR UPDATE".formatted(accepted.id()))) {
            questions.remove().reply(CONFIRM);
            expectOthersConfirmed();
            enrollment.read(accepted).expect("/data/attributes/enrollment", "pending");
            session.rollback();
        }
        enrollment.decideAlways(CONFIRM);
        enrollment.awaitState(accepted, "confirmed");
    }

    @Test
    void a_pending_registration_can_be_patched_with_the_document_as_read_without_restarting_its_enrollment() {
        enrollment.decide(message -> {});
        var accepted = enrollment.register(unique("back")).expectStatus(202);
        Await.until("the decider is asked", () -> enrollment.asked().size() == 1);
        enrollment
                .service()
                .admin()
                .patch(accepted.header("Location"), enrollment.read(accepted).body())
                .expectStatus(202)
                .expect("/data/attributes/enrollment", "pending");
        assertThat(enrollment.asked()).hasSize(1);
    }
}
