package dev.registrar.server.enrollment;

import static dev.registrar.server.testing.eventbus.DecidedService.CONFIRM;
import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.registration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.eventbus.DecidedService;
import dev.registrar.testing.Await;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** An enrollment whose decision takes long delays no other, and a stopping node hands it over to the workers of other nodes. */
class SlowEnrollmentTest {
    private static final JsonObject PATIENT =
            new JsonObject().put("decision-timeout", "50 s").put("lease", "40 s");

    @Test
    void an_undecided_enrollment_is_due_at_once_after_a_stop_and_has_used_no_attempt() throws Exception {
        try (var decided = DecidedService.start(PATIENT)) {
            decided.decide(message -> {
                // Never replies.
            });
            var registration = decided.service()
                    .admin()
                    .withHeader("Prefer", "respond-async")
                    .post("/v1/registrations/", registration(unique("uni"), decided.course()))
                    .expectStatus(202)
                    .id();
            Await.until("the decider is asked", () -> decided.asked().size() == 1);
            decided.service().stop();
            expectDue(decided, registration);
        }
    }

    private static void expectDue(DecidedService decided, String registration) throws SQLException {
        try (var session = decided.service().databaseSession();
                var statement = session.prepareStatement("SELECT due_at <= now(), attempts - uncounted, enrollment"
                        + " FROM registration.registrations WHERE id = ?::uuid")) {
            statement.setString(1, registration);
            try (var rows = statement.executeQuery()) {
                rows.next();
                assertThat(rows.getBoolean(1)).as("is due").isTrue();
                assertThat(rows.getInt(2)).as("attempts that count").isZero();
                assertThat(rows.getString(3)).isEqualTo("pending");
            }
        }
    }

    @Test
    void other_registrations_are_confirmed_while_one_waits_for_its_decision() throws Exception {
        try (var enrollment = DecidedService.start(PATIENT)) {
            var poison = unique("poison");
            enrollment.decide(message -> {
                if (!message.body().getString("uni").equals(poison)) {
                    message.reply(CONFIRM);
                }
            });
            var accepted = enrollment.register(poison).expectStatus(202);
            for (var other = 0; other < 20; other++) {
                enrollment.register(unique("other")).expectStatus(201);
            }
            enrollment.read(accepted).expect("/data/attributes/enrollment", "pending");
            assertThat(enrollment.asked())
                    .as("messages about the enrollment that is still undecided")
                    .filteredOn(message -> message.getString("uni").equals(poison))
                    .hasSize(1);
        }
    }

    /** The decider takes longer than any test, so whoever asks it again has restarted the enrollment. */
    @Test
    void a_pending_registration_can_be_patched_with_the_document_as_read_without_restarting_its_enrollment()
            throws Exception {
        try (var slow = DecidedService.start(new JsonObject().put("decision-timeout", "14 min"))) {
            slow.decide(message -> {});
            var accepted = slow.register(unique("back")).expectStatus(202);
            Await.until("the decider is asked", () -> slow.asked().size() == 1);
            slow.service()
                    .admin()
                    .patch(accepted.header("Location"), slow.read(accepted).body())
                    .expectStatus(202)
                    .expect("/data/attributes/enrollment", "pending");
            assertThat(slow.asked()).hasSize(1);
        }
    }
}
