package dev.registrar.server.enrollment.change;

import static dev.registrar.server.testing.eventbus.DecidedService.CONFIRM;
import static dev.registrar.server.testing.eventbus.DecidedService.NO_DECISION;
import static dev.registrar.server.testing.eventbus.DecidedService.REJECT;
import static dev.registrar.server.testing.eventbus.DecidedService.expectRejected;
import static dev.registrar.testing.Names.unique;

import dev.registrar.testing.document.Document;
import dev.registrar.testing.http.Response;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

/**
 * A rejected or abandoned change of a new registration that is still pending leaves it pending for its first person and course, and
 * the enrollment process decides on it.
 */
class RejectedChangeOfAPendingRegistrationTest extends ChangesOfAPendingRegistration {
    private static final JsonObject NO_MORE_SEATS =
            new JsonObject().put("decision", "reject").put("reason", "No more seats.");

    private static void expectProcess(Response read, String process, String requestedUni, String requestedCourse) {
        read.expect("/data/meta/enrollment/process", process)
                .expect("/data/meta/enrollment/requested/uni", requestedUni)
                .expect("/data/meta/enrollment/requested/course", requestedCourse);
    }

    @Test
    void a_change_that_is_rejected_before_the_response_leaves_the_registration_pending_for_its_first_course() {
        var full = courseWith(REJECT);
        expectRejected(moveTo(full));
        expectProcess(expectFirst("pending"), "rejected", uni, full);
        confirmFirstCourse();
    }

    @Test
    void a_change_that_is_rejected_is_409_also_if_the_registration_is_then_confirmed_at_once() {
        var full = courseWith(REJECT);
        decideOnFirstCourse(CONFIRM);
        expectRejected(moveTo(full));
        enrollment.awaitState(accepted, "confirmed");
        expectProcess(expectFirst("confirmed"), "rejected", uni, full);
    }

    @Test
    void a_change_that_is_rejected_after_the_response_shows_the_reason_until_the_enrollment_is_requested_again() {
        var full = newCourse();
        moveLater(full).expect("/data/relationships/courses/data/id", full);
        awaitQuestion(full).reply(REJECT);
        enrollment.awaitCourse(accepted, enrollment.course());
        expectProcess(expectFirst("pending"), "rejected", uni, full);
        confirmFirstCourse();
        expectFirst("confirmed").expect("/data/meta/enrollment/reason", "The course is full.");
        decideOnFirstCourse(CONFIRM);
        enrollment.requestAgain(accepted).expectStatus(200).expectAbsent("/data/meta/enrollment");
    }

    @Test
    void a_rejected_change_to_another_person_leaves_the_registration_pending_for_the_first_person() {
        var other = unique("other");
        var full = courseWith(REJECT);
        expectRejected(change(
                "wait=2",
                Document.of("registrations", accepted.id())
                        .attribute("uni", other)
                        .relationship("courses", Document.linkage("courses", full))));
        expectProcess(expectFirst("pending"), "rejected", other, full);
        confirmFirstCourse();
    }

    @Test
    void a_change_that_is_abandoned_leaves_the_registration_pending_for_its_first_course() {
        var undecided = courseWith(NO_DECISION);
        moveLater(undecided);
        enrollment.awaitCourse(accepted, enrollment.course());
        expectProcess(expectFirst("pending"), "abandoned", uni, undecided);
        confirmFirstCourse();
    }

    @Test
    void a_registration_that_is_rejected_after_a_rejected_change_shows_its_own_reason() {
        expectRejected(moveTo(courseWith(REJECT)));
        awaitQuestion(enrollment.course()).reply(NO_MORE_SEATS);
        enrollment.awaitState(accepted, "requested");
        expectFirst("requested")
                .expect("/data/meta/enrollment/process", "rejected")
                .expect("/data/meta/enrollment/reason", "No more seats.")
                .expectAbsent("/data/meta/enrollment/requested");
    }

    @Test
    void a_registration_that_is_put_off_after_a_rejected_change_shows_its_own_reason() {
        expectRejected(moveTo(courseWith(REJECT)));
        awaitQuestion(enrollment.course()).reply(TOMORROW);
        enrollment.awaitProcess(accepted, "retrying");
        expectFirst("pending")
                .expect("/data/meta/enrollment/reason", "Ask tomorrow.")
                .expect("/data/meta/enrollment/attempts", "0")
                .expectAbsent("/data/meta/enrollment/requested");
    }

    /** Such a request waits for the enrollment but does not ask for it, so the rejection of the earlier change is not its own. */
    @Test
    void a_request_that_changes_nothing_after_a_rejected_change_is_200_when_the_registration_is_confirmed() {
        expectRejected(moveTo(courseWith(REJECT)));
        var question = awaitQuestion(enrollment.course());
        enrollment.service().vertx().setTimer(100, later -> question.reply(CONFIRM));
        change("wait=2", Document.of("registrations", accepted.id()).attribute("uni", uni))
                .expectStatus(200)
                .expect("/data/attributes/enrollment", "confirmed");
    }

    @Test
    void a_restart_of_a_pending_registration_that_is_rejected_is_no_rejected_change() {
        decideOnFirstCourse(REJECT);
        expectRejected(enrollment.requestAgain(accepted));
        expectFirst("requested").expectAbsent("/data/meta/enrollment/requested");
    }
}
