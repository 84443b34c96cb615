package dev.registrar.server.enrollment;

import static dev.registrar.server.testing.eventbus.DecidedService.NO_DECISION;
import static dev.registrar.server.testing.eventbus.DecidedService.NO_DECISION_REASON;
import static dev.registrar.server.testing.eventbus.DecidedService.REJECT;
import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.eventbus.DecidedService;
import dev.registrar.testing.eventbus.EventSubscriber;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rejections have their own event type; the events alone say what was rejected, why, and what state remains. */
class RejectionEventsTest {
    private static final String CREATED = "dev.registrar.registrations.created";
    private static final String UPDATED = "dev.registrar.registrations.updated";
    private static final String DELETED = "dev.registrar.registrations.deleted";
    private static final String REJECTED = "dev.registrar.registrations.rejected";
    private static final String ABANDONED = "dev.registrar.registrations.abandoned";

    @AutoClose
    private static DecidedService enrollment;

    private EventSubscriber subscriber;

    @BeforeAll
    static void a_service_whose_decider_is_the_test() throws Exception {
        enrollment = DecidedService.start(new JsonObject()
                .put("retry-delay", "20 ms")
                .put("outage-timeout", "0 s")
                .put("max-attempts", 1));
    }

    @BeforeEach
    void subscribe() {
        subscriber = new EventSubscriber(enrollment.service());
    }

    @AfterEach
    void unsubscribe() {
        subscriber.close();
        enrollment.leaveUndecided();
    }

    private static JsonObject resource(JsonObject event) {
        return event.getJsonObject("data").getJsonObject("data");
    }

    private static String enrollmentIn(JsonObject event) {
        return resource(event).getJsonObject("attributes").getString("enrollment");
    }

    private static String courseIn(JsonObject event) {
        return resource(event)
                .getJsonObject("relationships")
                .getJsonObject("courses")
                .getJsonObject("data")
                .getString("id");
    }

    private static JsonObject processIn(JsonObject event) {
        return resource(event).getJsonObject("meta").getJsonObject("enrollment");
    }

    private static String moveTo(String id, String courseId) {
        return """
                {"data": {"type": "registrations", "id": "%s", "relationships":
                  {"courses": {"data": {"type": "courses", "id": "%s"}}}}}""".formatted(id, courseId);
    }

    private static List<String> actors(List<JsonObject> events) {
        return events.stream()
                .map(event -> event.getString("authtype") + " " + event.getString("authid"))
                .toList();
    }

    /** Returns the id of the first registration the decider was asked about; the rejected client does not get it. */
    private String rejectedId() {
        return enrollment.asked().get(0).getString("registration");
    }

    @Test
    void the_events_of_a_registration_rejected_before_the_response_name_the_enrollment_process_as_the_actor() {
        enrollment.decideAlways(REJECT);
        enrollment.register(unique("rejected")).expectStatus(409);
        var events = subscriber.await("registrations/" + rejectedId(), CREATED, REJECTED, DELETED);
        assertThat(events)
                .extracting(RejectionEventsTest::enrollmentIn)
                .containsExactly("pending", "requested", "requested");
        assertThat(actors(events)).containsExactly("user admin", "system enrollment", "system enrollment");
        assertThat(processIn(events.get(1)))
                .isEqualTo(new JsonObject()
                        .put("process", "rejected")
                        .put("reason", "The course is full.")
                        .put("attempts", 1));
    }

    @Test
    void a_registration_rejected_after_the_response_publishes_a_rejection_and_stays_until_it_is_deleted() {
        var accepted = enrollment.register(unique("late")).expectStatus(202);
        enrollment.decideAlways(REJECT);
        var events = subscriber.await("registrations/" + accepted.id(), CREATED, REJECTED);
        assertThat(enrollmentIn(events.get(1))).isEqualTo("requested");
        enrollment.service().admin().delete(accepted.header("Location")).expectStatus(204);
        var deleted = subscriber.await("registrations/" + accepted.id(), CREATED, REJECTED, DELETED);
        assertThat(actors(deleted)).containsExactly("user admin", "system enrollment", "user admin");
    }

    @Test
    void an_abandoned_enrollment_publishes_an_event() {
        enrollment.decideAlways(NO_DECISION);
        var accepted = enrollment.register(unique("abandoned")).expectStatus(202);
        var events = subscriber.await("registrations/" + accepted.id(), CREATED, ABANDONED);
        assertThat(enrollmentIn(events.get(1))).isEqualTo("pending");
        assertThat(processIn(events.get(1)).getString("reason")).isEqualTo(NO_DECISION_REASON);
        assertThat(actors(events)).containsExactly("user admin", "system enrollment");
    }

    @Test
    void the_events_of_a_rejected_change_of_a_pending_registration_end_with_the_decision_for_its_first_course() {
        var accepted = enrollment.register(unique("first")).expectStatus(202);
        var fullCourse = enrollment.service().newCourse();
        enrollment
                .service()
                .admin()
                .withHeader("Prefer", "respond-async")
                .patch(accepted.header("Location"), moveTo(accepted.id(), fullCourse))
                .expectStatus(202);
        enrollment.decideAlways(REJECT);
        var events = subscriber.await("registrations/" + accepted.id(), CREATED, UPDATED, REJECTED, REJECTED);
        assertThat(events)
                .extracting(RejectionEventsTest::enrollmentIn)
                .containsExactly("pending", "pending", "pending", "requested");
        assertThat(events)
                .extracting(RejectionEventsTest::courseIn)
                .containsExactly(enrollment.course(), fullCourse, enrollment.course(), enrollment.course());
        assertThat(actors(events))
                .containsExactly("user admin", "user admin", "system enrollment", "system enrollment");
        assertThat(processIn(events.get(2)).getJsonObject("requested").getString("course"))
                .isEqualTo(fullCourse);
        assertThat(processIn(events.get(3)).fieldNames()).doesNotContain("requested");
    }
}
