package dev.registrar.gateway;

import static dev.registrar.gateway.testing.Documents.course;
import static dev.registrar.gateway.testing.Documents.registration;
import static dev.registrar.gateway.testing.Documents.unique;

import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Service;
import io.vertx.core.json.JsonObject;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** While nobody gets a decision, no enrollment is given up: the fault is none of theirs. */
class DecisionOutageTest {
    private static final int MAX_ATTEMPTS = 2;

    @Test
    void an_outage_of_the_decider_uses_up_no_attempts() throws Exception {
        var settings = new JsonObject()
                .put("decider-required", true)
                .put("poll-interval", "20 ms")
                .put("retry-delay", "20 ms")
                .put("max-attempts", MAX_ATTEMPTS);
        try (var service = Service.start("enrollment", settings)) {
            var asked = new AtomicInteger();
            var isBroken = new AtomicBoolean(true);
            service.vertx().eventBus().consumer("registrar.enrollment.decide", message -> {
                asked.incrementAndGet();
                if (isBroken.get()) {
                    message.fail(1, "broken");
                } else {
                    message.reply(new JsonObject().put("decision", "confirm"));
                }
            });
            var courseId = service.admin()
                    .post("/v1/courses/", course(unique("OUT"), "Logic"))
                    .id();
            var accepted = service.admin()
                    .post("/v1/registrations/", registration(unique("uni"), courseId))
                    .expectStatus(202);
            Await.until("there were more attempts than count", () -> asked.get() > 2 * MAX_ATTEMPTS);
            isBroken.set(false);
            Await.until(
                    "the registration is confirmed",
                    () -> service.reader()
                            .get(accepted.header("Location"))
                            .text("/data/attributes/enrollment")
                            .equals("confirmed"));
        }
    }
}
