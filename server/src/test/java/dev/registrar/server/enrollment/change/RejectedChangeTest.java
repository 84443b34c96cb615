package dev.registrar.server.enrollment.change;

import static dev.registrar.server.testing.document.Documents.unique;
import static dev.registrar.server.testing.eventbus.DecidedService.CONFIRM;
import static dev.registrar.server.testing.eventbus.DecidedService.NO_DECISION;
import static dev.registrar.server.testing.eventbus.DecidedService.NO_DECISION_REASON;
import static dev.registrar.server.testing.eventbus.DecidedService.REJECT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Response;
import dev.registrar.server.testing.document.Document;
import dev.registrar.server.testing.eventbus.DecidedService;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A rejected or abandoned change of a registration restores the previous registration with its seat. */
class RejectedChangeTest extends ChangesOfASeat {

    private void expectSeatAfterRejection(String requestedUni, String requestedCourse) {
        expectSeat()
                .expect("/data/meta/enrollment/process", "rejected")
                .expect("/data/meta/enrollment/reason", "The course is full.")
                .expect("/data/meta/enrollment/requested/uni", requestedUni)
                .expect("/data/meta/enrollment/requested/course", requestedCourse);
    }

    private static void expectRejected(Response response) {
        response.expectStatus(409).expectError("enrollment_rejected");
        assertThat(response.errors().get(0).path("detail").asText()).isEqualTo("The course is full.");
    }

    /** The forms of a change to the full course. */
    private Map<String, Supplier<Response>> changes() {
        var put = moveDocument(fullCourse).attribute("uni", uni).attribute("enrollment", "requested");
        var conditional = admin().withHeader("If-Match", enrollment.read(seat).header("ETag"));
        return Map.of(
                "PATCH", () -> moveTo(fullCourse),
                "PUT", () -> admin().put(url(), put),
                "relationship", () -> admin().patch(url() + "relationships/courses", linkage(fullCourse)),
                "If-Match", () -> conditional.patch(url(), moveDocument(fullCourse)),
                "fields", () -> admin().patch(url() + "?fields[registrations]=uni", moveDocument(fullCourse)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PATCH", "PUT", "relationship", "If-Match", "fields"})
    void a_change_to_a_full_course_keeps_the_seat(String form) {
        expectRejected(changes().get(form).get());
        expectSeatAfterRejection(uni, fullCourse);
    }

    @Test
    void a_rejected_change_to_another_person_keeps_the_seat() {
        enrollment.decideAlways(REJECT);
        var other = unique("other");
        expectRejected(
                admin().patch(url(), Document.of("registrations", seat.id()).attribute("uni", other)));
        expectSeatAfterRejection(other, enrollment.course());
    }

    @Test
    void a_confirmed_registration_that_is_requested_again_and_rejected_stays_confirmed() {
        enrollment.decideAlways(REJECT);
        expectRejected(enrollment.requestAgain(seat));
        expectSeatAfterRejection(uni, enrollment.course());
    }

    @Test
    void a_change_rejected_after_the_response_keeps_the_seat() {
        decideNothing();
        admin().withHeader("Prefer", "wait=0")
                .patch(url(), moveDocument(fullCourse))
                .expectStatus(202)
                .expect("/data/attributes/enrollment", "pending")
                .expect("/data/relationships/courses/data/id", fullCourse);
        admin().withHeader("Prefer", "respond-async").patch(url(), moveDocument(fullCourse));
        decideOnFullCourse(REJECT);
        awaitSeat();
        expectSeatAfterRejection(uni, fullCourse);
    }

    @Test
    void a_rejected_change_of_a_rejected_registration_restores_it() {
        enrollment.leaveUndecided();
        var accepted = enrollment.register(unique("again")).expectStatus(202);
        enrollment.decideAlways(REJECT);
        enrollment.awaitState(accepted, "requested");
        admin().patch(accepted.header("Location"), moveDocument(accepted, fullCourse))
                .expectStatus(409);
        enrollment
                .read(accepted)
                .expect("/data/attributes/enrollment", "requested")
                .expect("/data/relationships/courses/data/id", enrollment.course())
                .expect("/data/meta/enrollment/requested/course", fullCourse);
    }

    @Test
    void an_abandoned_change_keeps_the_seat() {
        decideOnFullCourse(NO_DECISION);
        admin().withHeader("Prefer", "respond-async")
                .patch(url(), moveDocument(fullCourse))
                .expectStatus(202);
        awaitSeat();
        expectSeat()
                .expect("/data/meta/enrollment/process", "abandoned")
                .expect("/data/meta/enrollment/reason", NO_DECISION_REASON)
                .expect("/data/meta/enrollment/requested/course", fullCourse);
        decideOnFullCourse(CONFIRM);
        moveTo(fullCourse).expectStatus(200).expectAbsent("/data/meta");
    }

    @Test
    void a_change_abandoned_before_the_response_is_503_with_retry_after() throws Exception {
        try (var impatient = DecidedService.start(new JsonObject().put("max-attempts", 1))) {
            impatient.decideAlways(CONFIRM);
            var registered = impatient.register(uni).expectStatus(201);
            impatient.decideAlways(NO_DECISION);
            impatient
                    .requestAgain(registered)
                    .expectStatus(503)
                    .expectError("service_unavailable")
                    .expectHeader("Retry-After", "1");
            impatient.read(registered).expect("/data/attributes/enrollment", "confirmed");
        }
    }
}
