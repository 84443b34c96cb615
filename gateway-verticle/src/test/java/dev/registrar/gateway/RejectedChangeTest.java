package dev.registrar.gateway;

import static dev.registrar.gateway.testing.DecidedService.CONFIRM;
import static dev.registrar.gateway.testing.DecidedService.LATER;
import static dev.registrar.gateway.testing.DecidedService.REJECT;
import static dev.registrar.gateway.testing.Documents.change;
import static dev.registrar.gateway.testing.Documents.course;
import static dev.registrar.gateway.testing.Documents.registration;
import static dev.registrar.gateway.testing.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.gateway.testing.Answer;
import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Client;
import dev.registrar.gateway.testing.DecidedService;
import dev.registrar.gateway.testing.InParallel;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A change of a registration that does not come about leaves the registration as it was before, its seat included. */
class RejectedChangeTest {
    private static final int MAX_ATTEMPTS = 3;

    private static DecidedService enrollment;

    private String uni;
    private String fullCourse;
    private Answer seat;

    @BeforeAll
    static void a_service_whose_decider_is_the_test() throws Exception {
        enrollment = DecidedService.start(new JsonObject()
                .put("poll-interval", "30 ms")
                .put("retry-delay", "20 ms")
                .put("retry-cap", "50 ms")
                .put("max-attempts", MAX_ATTEMPTS));
    }

    @AfterAll
    static void stop() {
        enrollment.close();
    }

    @BeforeEach
    void a_confirmed_seat_and_a_course_that_is_full() {
        fullCourse = newCourse();
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

    private static String newCourse() {
        return admin().post("/v1/courses/", course(unique("FULL"), "Logic")).id();
    }

    /** Confirms every other one. */
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

    private Answer moveTo(String course) {
        return admin().patch(url(), moveDocument(course));
    }

    private String moveDocument(String course) {
        return """
                {"data": {"type": "registrations", "id": "%s", "relationships":
                  {"courses": {"data": {"type": "courses", "id": "%s"}}}}}""".formatted(seat.id(), course);
    }

    private static String linkage(String course) {
        return "{\"data\": {\"type\": \"courses\", \"id\": \"%s\"}}".formatted(course);
    }

    @CanIgnoreReturnValue
    private Answer expectSeat() {
        return enrollment
                .read(seat)
                .expect("/data/attributes/uni", uni)
                .expect("/data/attributes/enrollment", "confirmed")
                .expect("/data/relationships/courses/data/id", enrollment.course());
    }

    private void expectSeatAfterRejection(String requestedUni, String requestedCourse) {
        expectSeat()
                .expect("/data/meta/enrollment/process", "rejected")
                .expect("/data/meta/enrollment/reason", "The course is full.")
                .expect("/data/meta/enrollment/requested/uni", requestedUni)
                .expect("/data/meta/enrollment/requested/course", requestedCourse);
    }

    private void awaitSeat() {
        Await.until(
                "the registration is confirmed for its former course",
                () -> enrollment
                        .read(seat)
                        .text("/data/relationships/courses/data/id")
                        .equals(enrollment.course()));
    }

    private static void expectRejected(Answer answer) {
        answer.expectStatus(409).expectError("enrollment_rejected");
        assertThat(answer.errors().get(0).path("detail").asText()).isEqualTo("The course is full.");
    }

    @Test
    void a_patch_to_a_full_course_keeps_the_seat() {
        expectRejected(moveTo(fullCourse));
        expectSeatAfterRejection(uni, fullCourse);
    }

    @Test
    void so_does_a_put() {
        expectRejected(admin().put(url(), """
                {"data": {"type": "registrations", "id": "%s",
                  "attributes": {"uni": "%s", "enrollment": "requested"}, "relationships":
                  {"courses": {"data": {"type": "courses", "id": "%s"}}}}}""".formatted(seat.id(), uni, fullCourse)));
        expectSeatAfterRejection(uni, fullCourse);
    }

    @Test
    void so_does_a_change_at_the_relationship_url() {
        expectRejected(admin().patch(url() + "relationships/courses", linkage(fullCourse)));
        expectSeatAfterRejection(uni, fullCourse);
    }

    @Test
    void so_does_a_change_on_condition() {
        var read = enrollment.read(seat);
        expectRejected(admin().withHeader("If-Match", read.header("ETag")).patch(url(), moveDocument(fullCourse)));
        expectSeatAfterRejection(uni, fullCourse);
    }

    @Test
    void so_does_a_change_that_shows_little() {
        expectRejected(admin().patch(url() + "?fields[registrations]=uni", moveDocument(fullCourse)));
        expectSeatAfterRejection(uni, fullCourse);
    }

    @Test
    void so_does_a_change_to_another_person() {
        enrollment.decideAlways(REJECT);
        var other = unique("other");
        expectRejected(admin().patch(url(), change("registrations", seat.id(), "\"uni\": \"%s\"".formatted(other))));
        expectSeatAfterRejection(other, enrollment.course());
    }

    @Test
    void who_asks_anew_for_a_confirmed_registration_keeps_it() {
        enrollment.decideAlways(REJECT);
        expectRejected(enrollment.requestAgain(seat));
        expectSeatAfterRejection(uni, enrollment.course());
    }

    @Test
    void a_change_that_is_rejected_later_keeps_the_seat_too() {
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
    void a_pending_change_at_the_relationship_url_is_accepted_with_where_to_look() {
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
    void a_further_change_meanwhile_goes_back_to_the_seat_as_well() {
        decideNothing();
        var client = admin().withHeader("Prefer", "respond-async");
        client.patch(url(), moveDocument(newCourse())).expectStatus(202);
        client.patch(url(), change("registrations", seat.id(), "\"uni\": \"%s\"".formatted(unique("other"))))
                .expectStatus(202);
        client.patch(url(), moveDocument(fullCourse)).expectStatus(202);
        enrollment.decideAlways(REJECT);
        awaitSeat();
        expectSeat().expect("/data/meta/enrollment/requested/course", fullCourse);
    }

    @Test
    void a_rejected_registration_that_is_changed_in_vain_is_what_it_was_before() {
        enrollment.leaveUndecided();
        var accepted = enrollment.register(unique("again")).expectStatus(202);
        enrollment.decideAlways(REJECT);
        enrollment.awaitState(accepted, "requested");
        admin().patch(accepted.header("Location"), moveDocument(fullCourse).replace(seat.id(), accepted.id()))
                .expectStatus(409);
        enrollment
                .read(accepted)
                .expect("/data/attributes/enrollment", "requested")
                .expect("/data/relationships/courses/data/id", enrollment.course())
                .expect("/data/meta/enrollment/requested/course", fullCourse);
    }

    @Test
    void a_change_that_is_abandoned_keeps_the_seat_too() {
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

    @Test
    void while_a_change_is_pending_nobody_takes_the_seat() {
        decideNothing();
        admin().withHeader("Prefer", "respond-async")
                .patch(url(), moveDocument(fullCourse))
                .expectStatus(202);
        for (var same : List.of(uni, uni.toUpperCase(Locale.ROOT))) {
            admin().post("/v1/registrations/", registration(same, enrollment.course()))
                    .expectStatus(409)
                    .expectError("duplicate", "pointer", "/data/attributes/uni");
        }
        var another = admin().withHeader("Prefer", "respond-async")
                .post("/v1/registrations/", registration(unique("taker"), enrollment.course()))
                .expectStatus(202);
        admin().patch(
                        another.header("Location"),
                        change("registrations", another.id(), "\"uni\": \"%s\"".formatted(uni)))
                .expectStatus(409)
                .expectError("duplicate");
        decideOnFullCourse(CONFIRM);
        enrollment.awaitState(seat, "confirmed");
        admin().post("/v1/registrations/", registration(uni, enrollment.course()))
                .expectStatus(201);
    }

    @Test
    void while_a_change_is_pending_the_former_course_cannot_go() {
        var former = newCourse();
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
    void a_seat_that_is_left_in_vain_again_and_again_is_never_free() {
        InParallel.forEach(IntStream.range(0, 60).boxed().toList(), number -> {
            if (number % 4 == 0) {
                assertThat(moveTo(fullCourse).status()).isIn(409, 202);
            } else {
                admin().post("/v1/registrations/", registration(uni, enrollment.course()))
                        .expectStatus(409)
                        .expectError("duplicate");
            }
        });
        awaitSeat();
        expectSeat();
        enrollment
                .service()
                .reader()
                .get("/v1/registrations/?filter[uni]=" + uni)
                .expect("/meta/pagination/count", "1");
    }

    @Test
    void a_pending_registration_that_was_read_can_be_sent_back_and_is_left_to_the_process() {
        decideNothing();
        var accepted = admin().withHeader("Prefer", "respond-async")
                .post("/v1/registrations/", registration(unique("back"), fullCourse))
                .expectStatus(202);
        Await.until("the decider is asked", () -> !enrollment.asked().isEmpty());
        admin().patch(accepted.header("Location"), enrollment.read(accepted).body())
                .expectStatus(202)
                .expect("/data/attributes/enrollment", "pending");
        assertThat(List.copyOf(enrollment.asked()))
                .extracting(asked -> asked.getInteger("attempt"))
                .containsExactly(1);
    }
}
