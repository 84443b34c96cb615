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

/** The decider is asked again about the first of a waiting list when a seat is free. */
class AskedAgainTest {
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
}
