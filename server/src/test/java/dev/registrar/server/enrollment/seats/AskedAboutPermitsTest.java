package dev.registrar.server.enrollment.seats;

import static dev.registrar.server.testing.eventbus.DecidedService.CONFIRM;
import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.eventbus.DecidedService;
import dev.registrar.testing.Await;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The question to the decider says what permits lift, and somebody who waits and has a permit is asked about. */
class AskedAboutPermitsTest {
    private static final JsonObject LIFTED = new JsonObject()
            .put("reason", "Approved by the department.")
            .put("outside_dates", false)
            .put("beyond_capacity", true);

    @AutoClose
    private static DecidedService enrollment;

    private LimitedCourse course;
    private String uni;

    @BeforeAll
    static void a_service_whose_decider_is_the_test() throws Exception {
        enrollment = DecidedService.start(new JsonObject()
                .put("retry-delay", "1 s")
                .put("retry-cap", "1 s")
                .put("max-attempts", 2));
    }

    @BeforeEach
    void a_full_course() {
        enrollment.decideAlways(CONFIRM);
        course = LimitedCourse.create(enrollment.service(), 1, 5);
        course.enroll();
        uni = unique("permitted");
    }

    @AfterEach
    void seats_lists_and_counts_agree() throws SQLException {
        enrollment.leaveUndecided();
        LimitedCourse.expectConsistent(enrollment.service());
    }

    private JsonObject lastQuestion() {
        var asked = enrollment.asked();
        return asked.get(asked.size() - 1);
    }

    @Test
    void a_new_registration_is_asked_about_with_its_permit() {
        course.lift("beyond_capacity", uni);
        course.register(uni).expectStatus(201);
        assertThat(lastQuestion().getJsonObject("permit")).isEqualTo(LIFTED);
    }

    @Test
    void one_who_waits_is_asked_about_with_the_new_permit() {
        var waiting = course.register(uni).expectStatus(202);
        assertThat(lastQuestion().containsKey("permit")).isTrue();
        assertThat(lastQuestion().getJsonObject("permit")).isNull();
        course.lift("beyond_capacity", uni);
        course.awaitStatus(waiting, "enrolled");
        assertThat(lastQuestion().getJsonObject("permit")).isEqualTo(LIFTED);
    }

    @Test
    void one_who_waits_and_has_a_permit_is_asked_about_again_after_a_decision_later() {
        var waiting = course.register(uni).expectStatus(202);
        enrollment.decideAlways(new JsonObject().put("decision", "later").put("retry_after", 1));
        course.lift("beyond_capacity", uni);
        Await.until("the person is asked about twice", () -> enrollment.asked().size() > 1);
        course.read(waiting).expect("/data/meta/status", "waiting").expect("/data/meta/enrollment/place", "1");
        enrollment.decideAlways(CONFIRM);
        course.awaitStatus(waiting, "enrolled");
        course.expectSeats(2, 0, 0);
    }
}
