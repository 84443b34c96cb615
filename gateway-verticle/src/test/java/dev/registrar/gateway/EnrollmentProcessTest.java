package dev.registrar.gateway;

import static dev.registrar.gateway.testing.Documents.course;
import static dev.registrar.gateway.testing.Documents.registration;
import static dev.registrar.gateway.testing.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Answer;
import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Service;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The enrollment process, decided by another verticle at registrar.enrollment.decide. */
class EnrollmentProcessTest {
    private static final JsonObject CONFIRM = new JsonObject().put("decision", "confirm");
    private static final JsonObject REJECT =
            new JsonObject().put("decision", "reject").put("reason", "The course is full.");
    private static final JsonObject LATER =
            new JsonObject().put("decision", "later").put("reason", "Ask tomorrow.");

    private static Service service;

    private final Queue<JsonObject> asked = new ConcurrentLinkedQueue<>();
    private MessageConsumer<JsonObject> decider;
    private String course;

    @BeforeAll
    static void a_service_whose_patience_is_short() throws Exception {
        service = Service.start(
                "enrollment",
                new JsonObject()
                        .put("decider-required", true)
                        .put("decision-timeout", "200 ms")
                        .put("poll-interval", "50 ms")
                        .put("retry-delay", "20 ms")
                        .put("retry-cap", "100 ms")
                        .put("max-attempts", 8));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void a_course() {
        course = service.admin()
                .post("/v1/courses/", course(unique("ENR"), "Logic"))
                .id();
    }

    @AfterEach
    void no_decider() {
        if (decider != null) {
            Await.success(decider.unregister());
        }
    }

    private void decide(Consumer<Message<JsonObject>> by) {
        decider = service.vertx().eventBus().consumer("registrar.enrollment.decide", message -> {
            asked.add(message.body());
            by.accept(message);
        });
    }

    private void decideAlways(JsonObject decision) {
        decide(message -> message.reply(decision));
    }

    private Answer register(String uni) {
        return service.admin().post("/v1/registrations/", registration(uni, course));
    }

    private static Answer read(Answer accepted) {
        return service.reader().get(accepted.header("Location"));
    }

    private static void awaitState(Answer accepted, String state) {
        Await.until(
                "the registration is " + state,
                () -> read(accepted).text("/data/attributes/enrollment").equals(state));
    }

    private static void awaitProcess(Answer accepted, String process) {
        Await.until(
                "the process is " + process,
                () -> read(accepted)
                        .json()
                        .at("/data/meta/enrollment/process")
                        .asText()
                        .equals(process));
    }

    @Test
    void the_decider_is_told_who_wants_what_and_confirms() {
        decideAlways(CONFIRM);
        var uni = unique("uni");
        var created = register(uni).expectStatus(201).expect("/data/attributes/enrollment", "confirmed");
        created.expectAbsent("/data/meta");
        assertThat(asked)
                .containsExactly(new JsonObject()
                        .put("registration", created.id())
                        .put("uni", uni)
                        .put("course", course)
                        .put("attempt", 1));
    }

    @Test
    void a_rejection_in_time_is_409_with_the_reason_and_leaves_nothing() {
        decideAlways(REJECT);
        var uni = unique("rejected");
        var refused = register(uni).expectStatus(409).expectError("enrollment_rejected");
        assertThat(refused.errors().get(0).path("detail").asText()).isEqualTo("The course is full.");
        service.reader().get("/v1/registrations/?filter[uni]=" + uni).expect("/meta/pagination/count", "0");
        Await.success(decider.unregister());
        decideAlways(CONFIRM);
        register(uni).expectStatus(201);
    }

    @Test
    void a_rejected_request_with_a_key_may_be_sent_again() {
        decideAlways(REJECT);
        var client = service.admin().withHeader("Idempotency-Key", unique("key"));
        var document = registration(unique("rejected"), course);
        client.post("/v1/registrations/", document).expectStatus(409).expectError("enrollment_rejected");
        Await.success(decider.unregister());
        decideAlways(CONFIRM);
        client.post("/v1/registrations/", document).expectStatus(201);
    }

    @Test
    void what_somebody_was_told_of_is_not_withdrawn() {
        var key = unique("key");
        var client = service.admin().withHeader("Idempotency-Key", key).withHeader("Prefer", "wait=2");
        var document = registration(unique("told"), course);
        var told = new CompletableFuture<Answer>();
        decide(message -> new Thread(() -> {
                    makeOld(key);
                    told.complete(client.post("/v1/registrations/", document));
                    message.reply(REJECT);
                })
                .start());
        client.post("/v1/registrations/", document).expectStatus(202);
        var accepted = told.join().expectStatus(202);
        awaitState(accepted, "requested");
        read(accepted).expectStatus(200).expect("/data/meta/enrollment/process", "rejected");
    }

    /** As if the answer to the first request with a key were long in coming. */
    private static void makeOld(String key) {
        try (var session = service.databaseSession();
                var statement = session.prepareStatement("UPDATE registration.idempotency_keys"
                        + " SET created_at = now() - interval '6 seconds' WHERE key = ?")) {
            statement.setString(1, key);
            statement.executeUpdate();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void a_later_rejection_leads_back_to_requested_with_the_reason() {
        var accepted = register(unique("late")).expectStatus(202);
        decideAlways(REJECT);
        awaitState(accepted, "requested");
        read(accepted)
                .expect("/data/meta/enrollment/process", "rejected")
                .expect("/data/meta/enrollment/reason", "The course is full.");
    }

    @Test
    void a_rejected_registration_can_be_requested_again() {
        var accepted = register(unique("again")).expectStatus(202);
        decideAlways(REJECT);
        awaitState(accepted, "requested");
        var request = """
                {"data": {"type": "registrations", "id": "%s", "attributes": {"enrollment": "requested"}}}""".formatted(accepted.id());
        service.admin()
                .patch(accepted.header("Location"), request)
                .expectStatus(409)
                .expectError("enrollment_rejected");
        Await.success(decider.unregister());
        decideAlways(CONFIRM);
        service.admin()
                .patch(accepted.header("Location"), request)
                .expectStatus(200)
                .expect("/data/attributes/enrollment", "confirmed")
                .expectAbsent("/data/meta");
    }

    @Test
    void without_the_decider_it_needs_a_registration_waits_for_it() {
        var accepted = register(unique("wait")).expectStatus(202).expect("/data/attributes/enrollment", "pending");
        awaitProcess(accepted, "retrying");
        decideAlways(CONFIRM);
        awaitState(accepted, "confirmed");
    }

    @Test
    void a_decider_that_fails_hangs_or_answers_nonsense_is_asked_again() {
        List<Consumer<Message<JsonObject>>> faults = List.of(
                message -> message.fail(1, "broken"),
                message -> {},
                message -> message.reply(new JsonObject().put("decision", "perhaps")),
                message -> message.reply("no json"),
                message -> message.reply(null),
                message -> message.reply(CONFIRM));
        var next = new ConcurrentLinkedQueue<>(faults);
        decide(message -> Optional.ofNullable(next.poll())
                .orElseGet(() -> faults.get(faults.size() - 1))
                .accept(message));
        var accepted = register(unique("faulty"));
        awaitState(accepted.status() == 202 ? accepted : accepted.expectStatus(201), "confirmed");
        assertThat(asked).hasSizeGreaterThanOrEqualTo(faults.size());
    }

    @Test
    void what_cannot_be_decided_is_abandoned_in_the_end_and_begun_again_on_request() {
        decideAlways(LATER);
        var accepted = register(unique("poison")).expectStatus(202);
        awaitProcess(accepted, "abandoned");
        read(accepted)
                .expect("/data/attributes/enrollment", "pending")
                .expect("/data/meta/enrollment/reason", "Ask tomorrow.")
                .expect("/data/meta/enrollment/attempts", "8");
        assertThat(asked).hasSize(8);
        Await.success(decider.unregister());
        decideAlways(CONFIRM);
        service.admin()
                .patch(accepted.header("Location"), """
                        {"data": {"type": "registrations", "id": "%s", "attributes": {"enrollment": "requested"}}}""".formatted(accepted.id()))
                .expectStatus(200)
                .expect("/data/attributes/enrollment", "confirmed");
    }

    @Test
    void one_that_gets_no_decision_does_not_slow_the_others() {
        var poison = unique("poison");
        decide(message -> {
            if (!message.body().getString("uni").equals(poison)) {
                message.reply(CONFIRM);
            }
        });
        var accepted = register(poison).expectStatus(202);
        for (var other = 0; other < 20; other++) {
            register(unique("other")).expectStatus(201);
        }
        while (!read(accepted)
                .json()
                .at("/data/meta/enrollment/process")
                .asText()
                .equals("abandoned")) {
            register(unique("other")).expectStatus(201);
        }
    }

    @Test
    void a_client_that_prefers_not_to_wait_is_answered_at_once() {
        decideAlways(CONFIRM);
        var accepted = service.admin()
                .withHeader("Prefer", "respond-async")
                .post("/v1/registrations/", registration(unique("async"), course))
                .expectStatus(202)
                .expectHeader("Preference-Applied", "respond-async")
                .expectHeader("Retry-After", "1")
                .expect("/data/attributes/enrollment", "pending");
        accepted.expectHeader("Content-Location", accepted.header("Location"));
        awaitState(accepted, "confirmed");
    }

    @Test
    void a_client_that_prefers_to_wait_longer_gets_the_outcome() {
        decide(message -> service.vertx().setTimer(150, later -> message.reply(CONFIRM)));
        service.admin()
                .withHeader("Prefer", "wait=2, foo; bar=1")
                .post("/v1/registrations/", registration(unique("patient"), course))
                .expectStatus(201)
                .expectHeader("Preference-Applied", "wait=2");
        service.admin()
                .withHeader("Prefer", "wait=0")
                .post("/v1/registrations/", registration(unique("impatient"), course))
                .expectStatus(202)
                .expectHeader("Preference-Applied", "wait=0");
    }
}
