package dev.registrar.server.enrollment.change;

import static dev.registrar.server.testing.eventbus.DecidedService.CONFIRM;
import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.registration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.testing.document.Document;
import dev.registrar.testing.eventbus.BusMessage;
import dev.registrar.testing.eventbus.Callers;
import dev.registrar.testing.http.Response;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * While a change of a new registration that is still pending is pending itself, nobody can take the first place, and its first
 * client does not learn for whom it is now.
 */
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

    private static CompletableFuture<Message<Buffer>> register(String person, String course) {
        var caller = Callers.boundTo(person, "portal", "create", "read");
        var body = new JsonObject(registration(person, course).toString());
        var request = BusMessage.to(
                        enrollment.service(),
                        "registrar.registrations",
                        new JsonObject().put("caller", caller).put("document", body))
                .withHeader("action", "create")
                .withHeader("prefer", "wait=3");
        return CompletableFuture.supplyAsync(request::<Buffer>reply);
    }

    @Test
    void the_first_person_does_not_see_to_whom_the_registration_was_given() {
        var course = newCourse();
        var first = unique("first");
        var waiting = register(first, course);
        var question = awaitQuestion(course);
        var id = question.body().getString("registration");
        admin().withHeader("Prefer", "respond-async")
                .patch(
                        "/v1/registrations/%s/".formatted(id),
                        Document.of("registrations", id).attribute("uni", unique("second")))
                .expectStatus(202);
        awaitQuestion(course).reply(CONFIRM);
        question.reply(CONFIRM);
        var reply = waiting.join();
        assertThat(reply.headers().get("status")).isEqualTo("202");
        assertThat(reply.body().toJsonObject().getJsonObject("data").getJsonObject("attributes"))
                .isEqualTo(new JsonObject().put("uni", first).put("enrollment", "pending"));
    }
}
