package dev.registrar.server.enrollment.change;

import static dev.registrar.gateway.testing.Documents.registration;
import static dev.registrar.platform.testing.Names.unique;
import static dev.registrar.server.testing.eventbus.DecidedService.CONFIRM;
import static dev.registrar.server.testing.eventbus.DecidedService.REJECT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.platform.testing.Await;
import dev.registrar.platform.testing.InParallel;
import dev.registrar.platform.testing.Proves;
import dev.registrar.resource.testing.Document;
import dev.registrar.server.testing.eventbus.DecidedService;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** While a change of a registration is pending, the registration keeps its previous seat. */
class PendingChangeTest extends ChangesOfASeat {

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
    void a_rejection_after_several_pending_changes_restores_the_confirmed_seat() {
        decideNothing();
        var client = admin().withHeader("Prefer", "respond-async");
        client.patch(url(), moveDocument(newCourse())).expectStatus(202);
        client.patch(url(), Document.of("registrations", seat.id()).attribute("uni", unique("other")))
                .expectStatus(202);
        client.patch(url(), moveDocument(fullCourse)).expectStatus(202);
        enrollment.decideAlways(REJECT);
        awaitSeat();
        expectSeat().expect("/data/meta/enrollment/requested/course", fullCourse);
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
        awaitSeat();
        expectSeat();
        enrollment
                .service()
                .reader()
                .get("/v1/registrations/?filter[uni]=" + uni)
                .expect("/meta/pagination/count", "1");
    }

    /** The decider takes longer than any test, so whoever asks it again has restarted the enrollment. */
    @Test
    void a_pending_registration_can_be_patched_with_the_document_as_read_without_restarting_its_enrollment()
            throws Exception {
        try (var slow = DecidedService.start(new JsonObject().put("decision-timeout", "14 min"))) {
            slow.decide(message -> {});
            var accepted = slow.register(unique("back")).expectStatus(202);
            Await.until("the decider is asked", () -> slow.asked().size() == 1);
            slow.service()
                    .admin()
                    .patch(accepted.header("Location"), slow.read(accepted).body())
                    .expectStatus(202)
                    .expect("/data/attributes/enrollment", "pending");
            assertThat(slow.asked()).hasSize(1);
        }
    }
}
