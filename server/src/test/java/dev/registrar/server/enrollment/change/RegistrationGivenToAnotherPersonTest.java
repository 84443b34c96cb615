package dev.registrar.server.enrollment.change;

import static dev.registrar.gateway.testing.Documents.registration;
import static dev.registrar.platform.testing.Names.unique;
import static dev.registrar.server.testing.eventbus.DecidedService.CONFIRM;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.eventbus.BusMessage;
import dev.registrar.resource.testing.Callers;
import dev.registrar.resource.testing.Document;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonObject;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A registration that is given to another person while its first client still waits for the enrollment. */
class RegistrationGivenToAnotherPersonTest extends ChangesOfAPendingRegistration {

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
