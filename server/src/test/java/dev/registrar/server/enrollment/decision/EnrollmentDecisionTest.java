package dev.registrar.server.enrollment.decision;

import static dev.registrar.server.testing.eventbus.DecidedService.CONFIRM;
import static dev.registrar.server.testing.eventbus.DecidedService.REJECT;
import static dev.registrar.server.testing.eventbus.DecidedService.expectRejected;
import static dev.registrar.server.testing.eventbus.RecordedContract.expectAtLeast;
import static dev.registrar.server.testing.eventbus.RecordedContract.json;
import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.registration;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.registrar.server.testing.eventbus.DecidedService;
import dev.registrar.server.testing.eventbus.RecordedContract;
import dev.registrar.testing.Proves;
import dev.registrar.testing.eventbus.BusContract;
import dev.registrar.testing.eventbus.EventSubscriber;
import dev.registrar.testing.http.Response;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The response to a registration when another verticle decides at {@code registrar.enrollment.decide}. */
class EnrollmentDecisionTest {
    @AutoClose
    private static DecidedService enrollment;

    @BeforeAll
    static void a_service_whose_decider_is_the_test() throws Exception {
        enrollment = DecidedService.start(new JsonObject());
    }

    @AfterEach
    void no_decider() {
        enrollment.leaveUndecided();
    }

    @Test
    void the_decider_receives_the_registration_and_a_confirmation_is_201() {
        enrollment.decideAlways(CONFIRM);
        var uni = unique("uni");
        var created = enrollment.register(uni).expectStatus(201).expect("/data/attributes/enrollment", "confirmed");
        created.expectAbsent("/data/meta/enrollment");
        assertThat(enrollment.asked())
                .filteredOn(question -> question.getString("uni").equals(uni))
                .containsExactly(new JsonObject()
                        .put("registration", created.id())
                        .put("uni", uni)
                        .put("course", enrollment.course())
                        .putNull("course_term")
                        .put("requested_at", created.text("/data/meta/requested_at"))
                        .put("caller", new JsonObject().put("name", "admin").put("bound", false))
                        .putNull("permit")
                        .put("attempt", 1));
    }

    @Test
    void a_rejection_before_the_response_is_409_with_the_reason_and_stores_nothing() {
        enrollment.decideAlways(REJECT);
        var uni = unique("rejected");
        expectRejected(enrollment.register(uni));
        enrollment
                .service()
                .reader()
                .get("/v1/registrations/?filter[uni]=" + uni)
                .expect("/meta/pagination/count", "0");
        enrollment.decideAlways(CONFIRM);
        enrollment.register(uni).expectStatus(201);
    }

    static Stream<String> recordedDecisions() {
        return RecordedContract.files("decisions");
    }

    @ParameterizedTest
    @MethodSource("recordedDecisions")
    void a_recorded_question_lacks_nothing_and_its_decision_is_understood(String file) {
        var recorded = RecordedContract.read("decisions", file);
        var decision = recorded.path("decision");
        BusContract.expectValid("decision", MissingNode.getInstance(), decision);
        Queue<Message<JsonObject>> questions = new ConcurrentLinkedQueue<>();
        try (var subscriber = new EventSubscriber(enrollment.service())) {
            enrollment.decide(question -> {
                questions.add(question);
                question.reply(new JsonObject(decision.toString()));
            });
            var response = enrollment
                    .register(unique("ab1234"))
                    .expectStatus(recorded.at("/response/status").asInt());
            expectAtLeast(recorded.at("/response/body"), response.json(), "response");
            expectQuestion(recorded.path("question"), questions.remove());
            recorded.path("events").forEach(event -> RecordedContract.awaitEvent(subscriber, event));
        }
    }

    private static void expectQuestion(JsonNode recorded, Message<JsonObject> question) {
        var headers = new JsonObject();
        question.headers().forEach(headers::put);
        BusContract.expectValid("question", json(headers), json(question.body()));
        expectAtLeast(recorded.path("headers"), json(headers), "headers");
        expectAtLeast(recorded.path("body"), json(question.body()), "body");
    }

    @Test
    void a_rejected_request_may_be_sent_again_with_the_same_idempotency_key() {
        enrollment.decideAlways(REJECT);
        var client = enrollment.service().admin().withHeader("Idempotency-Key", unique("key"));
        var document = registration(unique("rejected"), enrollment.course());
        client.post("/v1/registrations/", document).expectStatus(409).expectError("enrollment_rejected");
        enrollment.decideAlways(CONFIRM);
        client.post("/v1/registrations/", document).expectStatus(201);
    }

    @Test
    void a_registration_that_was_accepted_with_202_is_not_removed_by_a_rejection() {
        var key = unique("key");
        var client = enrollment.service().admin().withHeader("Idempotency-Key", key);
        var document = registration(unique("accepted"), enrollment.course());
        var second = new CompletableFuture<Response>();
        enrollment.decide(message -> new Thread(() -> {
                    backdate(key);
                    second.complete(client.post("/v1/registrations/", document));
                    message.reply(REJECT);
                })
                .start());
        client.post("/v1/registrations/", document).expectStatus(202);
        var accepted = second.join().expectStatus(202);
        enrollment.awaitState(accepted, "requested");
        assertThat(enrollment.process(accepted)).isEqualTo("rejected");
    }

    /** Backdates the first request with this key, as if its response took long. */
    private static void backdate(String key) {
        try (var session = enrollment.service().databaseSession();
                var statement = session.prepareStatement("UPDATE registration.idempotency_keys"
                        + " SET created_at = now() - interval '6 seconds' WHERE key = ?")) {
            statement.setString(1, key);
            statement.executeUpdate();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Proves({"JSON:API recommendations, Asynchronous Processing", "RFC 7240, 4.1"})
    @Test
    void a_client_that_prefers_an_asynchronous_response_gets_202_with_location_and_retry_after() {
        // In time for a client that waits.
        enrollment.decide(message -> enrollment.service().vertx().setTimer(300, decided -> message.reply(CONFIRM)));
        var accepted = enrollment
                .service()
                .admin()
                .withHeader("Prefer", "respond-async")
                .post("/v1/registrations/", registration(unique("impatient"), enrollment.course()))
                .expectStatus(202)
                .expectHeader("Preference-Applied", "respond-async")
                .expectHeader("Retry-After", "1")
                .expect("/data/attributes/enrollment", "pending");
        accepted.expectHeader("Content-Location", accepted.header("Location"));
        enrollment.awaitState(accepted, "confirmed");
        assertThat(enrollment.read(accepted).hasHeader("Retry-After")).isFalse();
    }
}
