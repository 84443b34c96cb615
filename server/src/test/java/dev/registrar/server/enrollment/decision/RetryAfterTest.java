package dev.registrar.server.enrollment.decision;

import static dev.registrar.server.testing.eventbus.DecidedService.CONFIRM;
import static dev.registrar.server.testing.eventbus.DecidedService.LATER;
import static dev.registrar.server.testing.eventbus.DecidedService.NO_DECISION;
import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.eventbus.DecidedService;
import dev.registrar.testing.http.Response;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code Retry-After} says when the enrollment of a registration may have another state. */
class RetryAfterTest {
    @AutoClose
    private static DecidedService enrollment;

    @BeforeAll
    static void a_service_whose_decider_is_the_test() throws Exception {
        enrollment = DecidedService.start(new JsonObject()
                .put("max-attempts", 1)
                .put("sync-window", "1600 ms")
                .put("outage-timeout", "0 s"));
    }

    private static void expectRetryAfter(Response response, int asked) {
        assertThat(Integer.parseInt(response.header("Retry-After"))).isBetween(asked - 60, asked);
    }

    @Test
    void on_a_waiting_list_it_is_the_wait_for_which_the_decider_has_asked() {
        enrollment.decideAlways(LATER.copy().put("retry_after", 83_700));
        var accepted = enrollment.register(unique("waiting")).expectStatus(202);
        expectRetryAfter(accepted, 83_700);
        expectRetryAfter(enrollment.read(accepted), 83_700);
        expectRetryAfter(
                enrollment.service().reader().get(accepted.header("Location") + "?fields[registrations]=uni"), 83_700);
        expectRetryAfter(enrollment.requestAgain(accepted).expectStatus(202), 83_700);
    }

    /** A browser repeats a read like this by itself, and then shows a page the header of its copy, unless there is another. */
    @Test
    void a_read_of_what_the_client_has_already_says_it_again() {
        enrollment.decideAlways(LATER.copy().put("retry_after", 71_100));
        var accepted = enrollment.register(unique("cached")).expectStatus(202);
        var read = enrollment.read(accepted);
        expectRetryAfter(
                enrollment
                        .service()
                        .reader()
                        .withHeader("If-None-Match", read.header("ETag"))
                        .get(accepted.header("Location"))
                        .expectStatus(304),
                71_100);
    }

    @Test
    void an_abandoned_registration_has_none_until_its_enrollment_is_requested_again() {
        enrollment.decideAlways(NO_DECISION);
        var accepted = enrollment.register(unique("abandoned")).expectStatus(202);
        enrollment.awaitProcess(accepted, "abandoned");
        assertThat(enrollment.read(accepted).hasHeader("Retry-After")).isFalse();
        enrollment.decideAlways(LATER.copy().put("retry_after", 5400));
        expectRetryAfter(enrollment.requestAgain(accepted).expectStatus(202), 5400);
    }

    @Test
    void a_change_abandoned_before_the_response_is_503_and_has_it() {
        enrollment.decideAlways(CONFIRM);
        var registered = enrollment.register(unique("impatient")).expectStatus(201);
        enrollment.decideAlways(NO_DECISION);
        enrollment
                .requestAgain(registered)
                .expectStatus(503)
                .expectError("service_unavailable")
                .expectHeader("Retry-After", "1");
        enrollment.read(registered).expect("/data/attributes/enrollment", "confirmed");
    }
}
