package dev.registrar.server.enrollment.change;

import static dev.registrar.server.testing.eventbus.DecidedService.CONFIRM;
import static dev.registrar.server.testing.eventbus.DecidedService.NO_DECISION;
import static dev.registrar.server.testing.eventbus.DecidedService.NO_DECISION_REASON;
import static dev.registrar.server.testing.eventbus.DecidedService.REJECT;
import static dev.registrar.server.testing.eventbus.DecidedService.expectRejected;
import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.server.testing.eventbus.DecidedService;
import dev.registrar.testing.InParallel;
import dev.registrar.testing.Proves;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.Response;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A change of a confirmed registration: while it is pending, and when it is rejected or abandoned, the registration keeps its
 * previous seat.
 */
class ChangedSeatTest {
    private static final int MAX_ATTEMPTS = 3;

    @AutoClose
    private static DecidedService enrollment;

    private String uni;
    private String fullCourse;
    private Response seat;

    @BeforeAll
    static void a_service_whose_decider_is_the_test() throws Exception {
        enrollment = DecidedService.start(new JsonObject()
                .put("poll-interval", "30 ms")
                .put("retry-delay", "20 ms")
                .put("retry-cap", "50 ms")
                .put("outage-timeout", "0 s")
                .put("max-attempts", MAX_ATTEMPTS));
    }

    @BeforeEach
    void a_confirmed_seat_and_a_course_that_is_full() {
        fullCourse = enrollment.service().newCourse();
        decideOnFullCourse(REJECT);
        uni = unique("seat");
        seat = enrollment.register(uni).expectStatus(201);
    }

    @AfterEach
    void no_decider() {
        enrollment.leaveUndecided();
    }

    private static Client admin() {
        return enrollment.service().admin();
    }

    /** Replies with this decision for the full course and confirms registrations for any other course. */
    private void decideOnFullCourse(JsonObject decision) {
        enrollment.decide(
                message -> message.reply(message.body().getString("course").equals(fullCourse) ? decision : CONFIRM));
    }

    private static void decideNothing() {
        enrollment.decide(message -> {});
    }

    private String url() {
        return "/v1/registrations/" + seat.id() + "/";
    }

    private Response moveTo(String course) {
        return admin().patch(url(), moveDocument(course));
    }

    private Document moveDocument(String course) {
        return Document.of("registrations", seat.id()).relationship("courses", linkage(course));
    }

    private static Document linkage(String course) {
        return Document.linkage("courses", course);
    }

    @CanIgnoreReturnValue
    private Response expectSeat() {
        return enrollment
                .read(seat)
                .expect("/data/attributes/uni", uni)
                .expect("/data/attributes/enrollment", "confirmed")
                .expect("/data/relationships/courses/data/id", enrollment.course());
    }

    @Proves("JSON:API 1.0, Updating Relationships, 202")
    @Test
    void a_pending_change_at_the_relationship_url_is_202_with_location_and_retry_after() {
        decideNothing();
        admin().withHeader("Prefer", "respond-async")
                .patch(url() + "relationships/courses", linkage(fullCourse))
                .expectStatus(202)
                .expectHeader("Location", seat.header("Location"))
                .expectHeader("Retry-After", "1")
                .expectHeader("Preference-Applied", "respond-async")
                .expect("/data/id", fullCourse);
    }

    @Test
    void the_previous_seat_cannot_be_taken_while_a_change_is_pending() {
        decideNothing();
        admin().withHeader("Prefer", "respond-async")
                .patch(url(), moveDocument(fullCourse))
                .expectStatus(202);
        for (var same : List.of(uni, uni.toUpperCase(Locale.ROOT))) {
            admin().post("/v1/registrations/", registration(same, enrollment.course()))
                    .expectStatus(409)
                    .expectError("already_registered", "pointer", "/data/attributes/uni");
        }
        var another = admin().withHeader("Prefer", "respond-async")
                .post("/v1/registrations/", registration(unique("taker"), enrollment.course()))
                .expectStatus(202);
        admin().patch(
                        another.header("Location"),
                        Document.of("registrations", another.id()).attribute("uni", uni))
                .expectStatus(409)
                .expectError("already_registered");
        decideOnFullCourse(CONFIRM);
        enrollment.awaitState(seat, "confirmed");
        admin().post("/v1/registrations/", registration(uni, enrollment.course()))
                .expectStatus(201);
    }

    @Test
    void the_previous_course_cannot_be_deleted_while_a_change_is_pending() {
        var former = enrollment.service().newCourse();
        moveTo(former).expectStatus(200);
        decideNothing();
        admin().withHeader("Prefer", "respond-async")
                .patch(url(), moveDocument(fullCourse))
                .expectStatus(202);
        admin().delete("/v1/courses/" + former + "/").expectStatus(409).expectError("still_referenced");
        decideOnFullCourse(CONFIRM);
        enrollment.awaitState(seat, "confirmed");
        admin().delete("/v1/courses/" + former + "/").expectStatus(204);
    }

    @Test
    void repeated_rejected_changes_never_free_the_seat() {
        InParallel.forEach(IntStream.range(0, 60).boxed().toList(), number -> {
            if (number % 4 == 0) {
                assertThat(moveTo(fullCourse).status()).isIn(409, 202);
            } else {
                admin().post("/v1/registrations/", registration(uni, enrollment.course()))
                        .expectStatus(409)
                        .expectError("already_registered");
            }
        });
        enrollment.awaitCourse(seat, enrollment.course());
        expectSeat();
        enrollment
                .service()
                .reader()
                .get("/v1/registrations/?filter[uni]=" + uni)
                .expect("/meta/pagination/count", "1");
    }

    private void expectSeatAfterRejection(String requestedUni, String requestedCourse) {
        expectSeat()
                .expect("/data/meta/enrollment/process", "rejected")
                .expect("/data/meta/enrollment/reason", "The course is full.")
                .expect("/data/meta/enrollment/requested/uni", requestedUni)
                .expect("/data/meta/enrollment/requested/course", requestedCourse);
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
        enrollment.awaitCourse(seat, enrollment.course());
        expectSeatAfterRejection(uni, fullCourse);
    }

    @Test
    void an_abandoned_change_keeps_the_seat() {
        decideOnFullCourse(NO_DECISION);
        admin().withHeader("Prefer", "respond-async")
                .patch(url(), moveDocument(fullCourse))
                .expectStatus(202);
        enrollment.awaitCourse(seat, enrollment.course());
        expectSeat()
                .expect("/data/meta/enrollment/process", "abandoned")
                .expect("/data/meta/enrollment/reason", NO_DECISION_REASON)
                .expect("/data/meta/enrollment/requested/course", fullCourse);
        decideOnFullCourse(CONFIRM);
        moveTo(fullCourse).expectStatus(200).expectAbsent("/data/meta/enrollment");
    }
}
