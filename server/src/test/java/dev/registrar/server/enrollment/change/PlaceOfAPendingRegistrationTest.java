package dev.registrar.server.enrollment.change;

import static dev.registrar.gateway.testing.Documents.registration;
import static dev.registrar.platform.testing.Names.unique;
import static dev.registrar.server.testing.eventbus.DecidedService.CONFIRM;

import dev.registrar.gateway.testing.Response;
import dev.registrar.resource.testing.Document;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** While a change of a new registration that is still pending is pending itself, nobody can take the first place. */
class PlaceOfAPendingRegistrationTest extends ChangesOfAPendingRegistration {

    private Response registerForFirstCourse(String person) {
        return admin().withHeader("Prefer", "respond-async")
                .post("/v1/registrations/", registration(person, enrollment.course()));
    }

    @Test
    void the_first_place_cannot_be_taken_while_a_change_is_pending() {
        moveLater(newCourse());
        for (var same : List.of(uni, uni.toUpperCase(Locale.ROOT))) {
            registerForFirstCourse(same).expectStatus(409).expectError("already_registered");
        }
        var another = registerForFirstCourse(unique("taker")).expectStatus(202);
        admin().patch(
                        another.header("Location"),
                        Document.of("registrations", another.id()).attribute("uni", uni))
                .expectStatus(409)
                .expectError("already_registered");
    }

    @Test
    void the_place_of_the_first_person_cannot_be_taken_while_a_change_to_another_person_is_pending() {
        change("respond-async", Document.of("registrations", accepted.id()).attribute("uni", unique("other")))
                .expectStatus(202);
        registerForFirstCourse(uni).expectStatus(409).expectError("already_registered");
    }

    @Test
    void a_change_that_is_confirmed_frees_the_first_place() {
        var another = courseWith(CONFIRM);
        moveTo(another).expectStatus(200).expect("/data/relationships/courses/data/id", another);
        registerForFirstCourse(uni).expectStatus(202);
    }

    @Test
    void the_first_course_cannot_be_deleted_while_a_change_is_pending() {
        var first = newCourse();
        var next = newCourse();
        accepted = admin().withHeader("Prefer", "respond-async")
                .post("/v1/registrations/", registration(unique("uni"), first))
                .expectStatus(202);
        moveLater(next);
        admin().delete("/v1/courses/" + first + "/").expectStatus(409).expectError("still_referenced");
    }

    @Test
    void a_registration_that_is_deleted_while_a_change_is_pending_frees_both_places() {
        var next = newCourse();
        moveLater(next);
        var question = awaitQuestion(next);
        admin().delete(accepted.header("Location")).expectStatus(204);
        question.reply(CONFIRM);
        registerForFirstCourse(uni).expectStatus(202);
        admin().withHeader("Prefer", "respond-async")
                .post("/v1/registrations/", registration(uni, next))
                .expectStatus(202);
        enrollment.read(accepted).expectStatus(404);
    }
}
