package dev.registrar.server.enrollment.decision;

import static dev.registrar.server.testing.eventbus.DecidedService.CONFIRM;
import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.eventbus.DecidedService;
import dev.registrar.testing.Await;
import dev.registrar.testing.InParallel;
import dev.registrar.testing.Proves;
import dev.registrar.testing.RecordedLog;
import dev.registrar.testing.http.Response;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** When another verticle must decide and none is available, registrations wait for it; nothing else decides. */
class AbsentDeciderTest {
    private static List<Response> registerThree(DecidedService enrollment) {
        Queue<Response> accepted = new ConcurrentLinkedQueue<>();
        InParallel.forEach(
                List.of("ann", "bob", "eve"),
                person -> accepted.add(enrollment.register(unique(person)).expectStatus(202)));
        return List.copyOf(accepted);
    }

    @Proves("JSON:API recommendations, Asynchronous Processing")
    @Test
    void registrations_wait_while_no_decider_is_available_and_other_requests_succeed() throws Exception {
        try (var log = RecordedLog.start(this);
                var enrollment = DecidedService.start(new JsonObject()
                        .put("poll-interval", "20 ms")
                        .put("retry-delay", "10 ms")
                        .put("retry-cap", "40 ms")
                        .put("max-attempts", 1)
                        .put("outage-timeout", "1 ms"))) {
            enrollment.decideAlways(CONFIRM);
            enrollment.register(unique("decided")).expectStatus(201);
            enrollment.leaveUndecided();
            var accepted = registerThree(enrollment);
            var counted = enrollment.counted("no_decider");
            Await.until(
                    "the decision is attempted again and again", () -> enrollment.counted("no_decider") > counted + 10);
            for (var registration : accepted) {
                var read = enrollment.read(registration);
                assertThat(read.hasHeader("Retry-After")).isTrue();
                read.expect("/data/attributes/enrollment", "pending")
                        .expect("/data/meta/enrollment/process", "retrying")
                        .expect(
                                "/data/meta/enrollment/reason",
                                "No decision has been made yet: there is no decider at present.");
                assertThat(read.at("/data/meta/enrollment/attempts").asInt())
                        .as("attempts, none of which count, except one in progress")
                        .isLessThanOrEqualTo(1);
            }
            enrollment
                    .service()
                    .admin()
                    .post("/v1/courses/", course(unique("GOESON"), "Logic"))
                    .expectStatus(201);
            assertThat(log.warnings("registrar.enrollment.decide has no consumer"))
                    .hasSize(1);
            enrollment.decideAlways(CONFIRM);
            accepted.forEach(registration -> enrollment.awaitState(registration, "confirmed"));
            assertThat(enrollment.asked())
                    .extracting(question -> question.getInteger("attempt"))
                    .containsOnly(1);
            enrollment.register(unique("decided")).expectStatus(201);
        }
    }
}
