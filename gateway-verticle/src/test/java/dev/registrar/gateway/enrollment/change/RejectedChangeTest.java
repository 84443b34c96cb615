package dev.registrar.gateway.enrollment.change;

import static dev.registrar.gateway.testing.document.Documents.unique;
import static dev.registrar.gateway.testing.eventbus.DecidedService.CONFIRM;
import static dev.registrar.gateway.testing.eventbus.DecidedService.LATER;
import static dev.registrar.gateway.testing.eventbus.DecidedService.REJECT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Response;
import dev.registrar.gateway.testing.document.Document;
import dev.registrar.gateway.testing.eventbus.DecidedService;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

/** A change of a registration that does not come about leaves the registration as it was before, its seat included. */
class RejectedChangeTest extends ChangesOfASeat {

    private void expectSeatAfterRejection(String requestedUni, String requestedCourse) {
        expectSeat()
                .expect("/data/meta/enrollment/process", "rejected")
                .expect("/data/meta/enrollment/reason", "The course is full.")
                .expect("/data/meta/enrollment/requested/uni", requestedUni)
                .expect("/data/meta/enrollment/requested/course", requestedCourse);
    }

    private static void expectRejected(Response answer) {
        answer.expectStatus(409).expectError("enrollment_rejected");
        assertThat(answer.errors().get(0).path("detail").asText()).isEqualTo("The course is full.");
    }

    @Test
    void a_patch_to_a_full_course_keeps_the_seat() {
        expectRejected(moveTo(fullCourse));
        expectSeatAfterRejection(uni, fullCourse);
    }

    @Test
    void a_put_to_a_full_course_keeps_the_seat() {
        expectRejected(admin().put(
                        url(), moveDocument(fullCourse).attribute("uni", uni).attribute("enrollment", "requested")));
        expectSeatAfterRejection(uni, fullCourse);
    }

    @Test
    void a_change_to_a_full_course_at_the_relationship_url_keeps_the_seat() {
        expectRejected(admin().patch(url() + "relationships/courses", linkage(fullCourse)));
        expectSeatAfterRejection(uni, fullCourse);
    }

    @Test
    void a_conditional_change_to_a_full_course_keeps_the_seat() {
        var read = enrollment.read(seat);
        expectRejected(admin().withHeader("If-Match", read.header("ETag")).patch(url(), moveDocument(fullCourse)));
        expectSeatAfterRejection(uni, fullCourse);
    }

    @Test
    void a_change_to_a_full_course_that_shows_few_fields_keeps_the_seat() {
        expectRejected(admin().patch(url() + "?fields[registrations]=uni", moveDocument(fullCourse)));
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
    void who_asks_anew_for_a_confirmed_registration_keeps_it() {
        enrollment.decideAlways(REJECT);
        expectRejected(enrollment.requestAgain(seat));
        expectSeatAfterRejection(uni, enrollment.course());
    }

    @Test
    void a_change_that_is_rejected_later_keeps_the_seat() {
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
    void a_rejected_registration_that_is_changed_in_vain_is_what_it_was_before() {
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
    void a_change_that_is_abandoned_keeps_the_seat() {
        decideOnFullCourse(LATER);
        admin().withHeader("Prefer", "respond-async")
                .patch(url(), moveDocument(fullCourse))
                .expectStatus(202);
        awaitSeat();
        expectSeat()
                .expect("/data/meta/enrollment/process", "abandoned")
                .expect("/data/meta/enrollment/reason", "Ask tomorrow.")
                .expect("/data/meta/enrollment/requested/course", fullCourse);
        decideOnFullCourse(CONFIRM);
        moveTo(fullCourse).expectStatus(200).expectAbsent("/data/meta");
    }

    @Test
    void a_change_that_is_abandoned_while_the_client_waits_is_told_to_try_again() throws Exception {
        try (var impatient = DecidedService.start(new JsonObject().put("max-attempts", 1))) {
            impatient.decideAlways(CONFIRM);
            var registered = impatient.register(uni).expectStatus(201);
            impatient.decideAlways(LATER);
            impatient
                    .requestAgain(registered)
                    .expectStatus(503)
                    .expectError("service_unavailable")
                    .expectHeader("Retry-After", "1");
            impatient.read(registered).expect("/data/attributes/enrollment", "confirmed");
        }
    }
}
