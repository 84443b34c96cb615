package dev.registrar.server.enrollment.decision;

import static dev.registrar.platform.testing.Names.unique;
import static dev.registrar.server.testing.eventbus.DecidedService.CONFIRM;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.eventbus.DecidedService;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

/** An enrollment whose decision never arrives does not delay other enrollments. */
class PoisonedEnrollmentTest {
    @Test
    void other_registrations_are_confirmed_while_one_waits_for_its_decision() throws Exception {
        try (var enrollment = DecidedService.start(new JsonObject().put("decision-timeout", "10 min"))) {
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
}
