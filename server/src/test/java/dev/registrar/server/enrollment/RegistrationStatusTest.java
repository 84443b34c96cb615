package dev.registrar.server.enrollment;

import static dev.registrar.server.testing.eventbus.DecidedService.CONFIRM;
import static dev.registrar.server.testing.eventbus.DecidedService.LATER;
import static dev.registrar.server.testing.eventbus.DecidedService.NO_DECISION;
import static dev.registrar.server.testing.eventbus.DecidedService.REJECT;
import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.registration;
import static dev.registrar.testing.document.Documents.term;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.eventbus.DecidedService;
import dev.registrar.testing.Await;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.http.Response;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The status of a registration in one word, and its times. */
class RegistrationStatusTest {
    private static final String REQUESTED_AT = "/data/meta/requested_at";
    private static final String CONFIRMED_AT = "/data/meta/confirmed_at";

    @AutoClose
    private static DecidedService enrollment;

    @BeforeAll
    static void a_service_whose_decider_is_the_test() throws Exception {
        enrollment = DecidedService.start(new JsonObject()
                .put("poll-interval", "30 ms")
                .put("retry-delay", "20 ms")
                .put("retry-cap", "40 ms")
                .put("outage-timeout", "0 s")
                .put("max-attempts", 1));
    }

    private static Response awaitStatus(Response accepted, String status) {
        Await.until(
                "the registration is " + status,
                () -> enrollment.read(accepted).text("/data/meta/status").equals(status));
        return enrollment.read(accepted);
    }

    private static Response confirmed() {
        enrollment.decideAlways(CONFIRM);
        return enrollment.register(unique("status")).expectStatus(201);
    }

    private static Response change(Response registration, Document change) {
        return enrollment
                .service()
                .admin()
                .withHeader("Prefer", "respond-async")
                .patch(registration.header("Location"), change);
    }

    @Test
    void a_registration_without_a_decision_is_processing() {
        enrollment.decideAlways(LATER);
        enrollment
                .registerLater(unique("status"))
                .expect("/data/meta/status", "processing")
                .expect(CONFIRMED_AT, null);
    }

    @Test
    void a_rejected_registration_that_is_requested_again_is_a_new_request() {
        enrollment.decideAlways(REJECT);
        var accepted = enrollment.registerLater(unique("status"));
        awaitStatus(accepted, "rejected").expect("/data/attributes/enrollment", "requested");
        enrollment.decideAlways(CONFIRM);
        enrollment.requestAgain(accepted).expectStatus(200);
        var enrolled = awaitStatus(accepted, "enrolled");
        assertThat(time(enrolled, REQUESTED_AT)).isAfter(time(accepted, REQUESTED_AT));
        assertThat(time(enrolled, CONFIRMED_AT)).isAfterOrEqualTo(time(enrolled, REQUESTED_AT));
    }

    @Test
    void a_registration_without_attempts_left_is_abandoned() {
        enrollment.decideAlways(NO_DECISION);
        var accepted = enrollment.registerLater(unique("status"));
        awaitStatus(accepted, "abandoned").expect("/data/attributes/enrollment", "pending");
    }

    @Test
    void a_change_to_another_term_is_processing_and_shows_the_time_of_the_change() {
        var first = confirmed();
        enrollment.decideAlways(LATER);
        var changed = change(first, inNewTerm(first, enrollment.course()));
        changed.expectStatus(202).expect("/data/meta/status", "processing").expect(CONFIRMED_AT, null);
        assertThat(time(changed, REQUESTED_AT)).isAfter(time(first, REQUESTED_AT));
    }

    @Test
    void a_rejected_change_leaves_the_course_term_the_times_and_the_status_as_they_were() {
        var first = confirmed();
        enrollment.decideAlways(REJECT);
        var change = inNewTerm(first, enrollment.course());
        change(first, change).expectStatus(202);
        Await.until("the change is rejected", () -> enrollment.process(first).equals("rejected"));
        enrollment
                .read(first)
                .expect("/data/meta/status", "enrolled")
                .expect(REQUESTED_AT, first.text(REQUESTED_AT))
                .expect(CONFIRMED_AT, first.text(CONFIRMED_AT))
                .expect("/data/relationships/course_term/data", null)
                .expect("/data/meta/enrollment/requested/course_term", termIn(change));
    }

    @Test
    void what_a_change_may_revert_to_stays_taken_and_another_term_is_free() {
        var first = confirmed();
        var uni = first.text("/data/attributes/uni");
        enrollment.decideAlways(LATER);
        change(first, inNewTerm(first, enrollment.course())).expectStatus(202);
        enrollment.register(uni).expectStatus(409).expectError("already_registered");
        var other = termIn(inNewTerm(first, enrollment.course()));
        enrollment
                .service()
                .admin()
                .post(
                        "/v1/registrations/",
                        registration(uni, enrollment.course())
                                .relationship("course_term", Document.linkage("course_terms", other)))
                .expectStatus(202);
    }

    private static Document inNewTerm(Response registration, String course) {
        var term = enrollment
                .service()
                .admin()
                .post("/v1/course_terms/", term(unique("2026"), course))
                .id();
        return Document.of("registrations", registration.id())
                .relationship("course_term", Document.linkage("course_terms", term));
    }

    private static String termIn(Document change) {
        return change.json()
                .getJsonObject("data")
                .getJsonObject("relationships")
                .getJsonObject("course_term")
                .getJsonObject("data")
                .getString("id");
    }

    private static Instant time(Response registration, String pointer) {
        return Instant.parse(registration.text(pointer));
    }

    @Test
    void the_decider_is_asked_about_the_course_term() {
        var first = confirmed();
        var change = inNewTerm(first, enrollment.course());
        enrollment.decideAlways(CONFIRM);
        change(first, change);
        awaitStatus(first, "enrolled");
        assertThat(enrollment.asked())
                .filteredOn(question -> question.getString("registration").equals(first.id()))
                .extracting(question -> question.getString("course_term"))
                .containsExactly(termIn(change));
    }
}
