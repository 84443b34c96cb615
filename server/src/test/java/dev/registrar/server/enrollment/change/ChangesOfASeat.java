package dev.registrar.server.enrollment.change;

import static dev.registrar.gateway.testing.Documents.course;
import static dev.registrar.platform.testing.Names.unique;
import static dev.registrar.server.testing.eventbus.DecidedService.CONFIRM;
import static dev.registrar.server.testing.eventbus.DecidedService.REJECT;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.gateway.testing.Client;
import dev.registrar.gateway.testing.Response;
import dev.registrar.platform.testing.Await;
import dev.registrar.resource.testing.Document;
import dev.registrar.server.testing.eventbus.DecidedService;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** Base of the tests of changes of a registration: a person with a confirmed registration, and a full course. */
abstract class ChangesOfASeat {
    private static final int MAX_ATTEMPTS = 3;

    static DecidedService enrollment;

    String uni;
    String fullCourse;
    Response seat;

    @BeforeAll
    static void a_service_whose_decider_is_the_test() throws Exception {
        enrollment = DecidedService.start(new JsonObject()
                .put("poll-interval", "30 ms")
                .put("retry-delay", "20 ms")
                .put("retry-cap", "50 ms")
                .put("outage-patience", "0 s")
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

    static Client admin() {
        return enrollment.service().admin();
    }

    static String newCourse() {
        return admin().post("/v1/courses/", course(unique("FULL"), "Logic")).id();
    }

    /** Replies with this decision for the full course and confirms registrations for any other course. */
    void decideOnFullCourse(JsonObject decision) {
        enrollment.decide(
                message -> message.reply(message.body().getString("course").equals(fullCourse) ? decision : CONFIRM));
    }

    static void decideNothing() {
        enrollment.decide(message -> {});
    }

    String url() {
        return "/v1/registrations/" + seat.id() + "/";
    }

    Response moveTo(String course) {
        return admin().patch(url(), moveDocument(course));
    }

    Document moveDocument(String course) {
        return moveDocument(seat, course);
    }

    static Document moveDocument(Response registration, String course) {
        return Document.of("registrations", registration.id()).relationship("courses", linkage(course));
    }

    static Document linkage(String course) {
        return Document.linkage("courses", course);
    }

    @CanIgnoreReturnValue
    Response expectSeat() {
        return enrollment
                .read(seat)
                .expect("/data/attributes/uni", uni)
                .expect("/data/attributes/enrollment", "confirmed")
                .expect("/data/relationships/courses/data/id", enrollment.course());
    }

    void awaitSeat() {
        Await.until(
                "the registration is confirmed for its former course",
                () -> enrollment
                        .read(seat)
                        .text("/data/relationships/courses/data/id")
                        .equals(enrollment.course()));
    }
}
