package dev.registrar.server.enrollment.seats;

import static dev.registrar.server.testing.eventbus.DecidedService.CONFIRM;
import static dev.registrar.server.testing.eventbus.DecidedService.NO_DECISION;
import static dev.registrar.server.testing.eventbus.DecidedService.REJECT;
import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.eventbus.DecidedService;
import dev.registrar.testing.Await;
import dev.registrar.testing.http.Response;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The decider is asked again about somebody who waits: about the first of the list when a seat is free, and with a new permit. */
class AskedAgainTest {
    private static final JsonObject LIFTED = new JsonObject()
            .put("reason", "Approved by the department.")
            .put("outside_dates", false)
            .put("beyond_capacity", true);

    @AutoClose
    private static DecidedService enrollment;

    private LimitedCourse course;
    private Response seat;
    private Response first;
    private Response second;

    @BeforeAll
    static void a_service_whose_decider_is_the_test() throws Exception {
        enrollment = DecidedService.start(new JsonObject()
                .put("retry-delay", "1 s")
                .put("retry-cap", "1 s")
                .put("max-attempts", 2));
    }

    @BeforeEach
    void a_course_for_which_two_people_wait() {
        enrollment.decideAlways(CONFIRM);
        course = LimitedCourse.create(enrollment.service(), 1, 5);
        seat = course.enroll();
        first = course.queue();
        second = course.queue();
    }

    @AfterEach
    void seats_lists_and_counts_agree() throws SQLException {
        enrollment.leaveUndecided();
        LimitedCourse.expectConsistent(enrollment.service());
    }

    @Test
    void who_waits_is_asked_about_only_when_a_seat_is_free() throws InterruptedException {
        enrollment.decideAlways(CONFIRM);
        Thread.sleep(1_200);
        assertThat(enrollment.asked()).isEmpty();
        course.drop(seat);
        course.awaitStatus(first, "enrolled");
        assertThat(enrollment.asked())
                .extracting(question -> question.getString("registration"))
                .containsExactly(first.id());
    }

    @Test
    void who_is_rejected_leaves_the_seat_to_the_next() {
        enrollment.decide(message -> message.reply(isAboutFirst(message.body()) ? REJECT : CONFIRM));
        course.drop(seat);
        course.awaitStatus(second, "enrolled");
        course.read(first).expect("/data/meta/status", "rejected");
        course.expectSeats(1, 0, 0);
    }

    @Test
    void the_next_is_asked_if_there_is_no_decision_and_the_first_keeps_the_place() {
        enrollment.decide(message -> message.reply(isAboutFirst(message.body()) ? NO_DECISION : CONFIRM));
        course.drop(seat);
        course.awaitStatus(second, "enrolled");
        course.read(first)
                .expect("/data/meta/status", "waiting")
                .expect("/data/meta/waiting_since", first.text("/data/meta/waiting_since"))
                .expect("/data/meta/enrollment/place", "1");
        enrollment.decideAlways(CONFIRM);
        course.change("capacity", 2);
        course.awaitStatus(first, "enrolled");
    }

    @Test
    void nobody_passes_the_list_while_the_first_is_asked() {
        enrollment.decide(message -> {
            if (!isAboutFirst(message.body())) {
                message.reply(CONFIRM);
            }
        });
        course.drop(seat);
        Await.until(
                "the first is asked about", () -> enrollment.asked().stream().anyMatch(this::isAboutFirst));
        course.register(unique("passing"))
                .expectStatus(202)
                .expect("/data/meta/status", "waiting")
                .expect("/data/meta/enrollment/place", "3");
    }

    private boolean isAboutFirst(JsonObject question) {
        return question.getString("registration").equals(first.id());
    }

    private static JsonObject permitOfLastQuestion() {
        var asked = enrollment.asked();
        return asked.get(asked.size() - 1).getJsonObject("permit");
    }

    @Test
    void a_new_registration_is_asked_about_with_its_permit() {
        enrollment.decideAlways(CONFIRM);
        var uni = unique("permitted");
        course.lift("beyond_capacity", uni);
        course.register(uni).expectStatus(201);
        assertThat(permitOfLastQuestion()).isEqualTo(LIFTED);
    }

    @Test
    void one_who_waits_is_asked_about_with_the_new_permit() {
        enrollment.decideAlways(CONFIRM);
        var uni = unique("permitted");
        var waiting = course.register(uni).expectStatus(202);
        assertThat(permitOfLastQuestion()).isNull();
        course.lift("beyond_capacity", uni);
        course.awaitStatus(waiting, "enrolled");
        assertThat(permitOfLastQuestion()).isEqualTo(LIFTED);
    }

    @Test
    void one_who_waits_and_has_a_permit_is_asked_about_again_after_a_decision_later() {
        enrollment.decideAlways(new JsonObject().put("decision", "later").put("retry_after", 1));
        course.lift("beyond_capacity", second.text("/data/attributes/uni"));
        Await.until("the person is asked about twice", () -> enrollment.asked().size() > 1);
        course.read(second).expect("/data/meta/status", "waiting").expect("/data/meta/enrollment/place", "2");
        enrollment.decideAlways(CONFIRM);
        course.awaitStatus(second, "enrolled");
        course.expectSeats(2, 1, 0);
    }
}
