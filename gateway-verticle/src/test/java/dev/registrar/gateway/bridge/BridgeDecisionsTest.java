package dev.registrar.gateway.bridge;

import static dev.registrar.gateway.testing.connection.BridgeClients.requests;
import static dev.registrar.gateway.testing.connection.BridgeClients.settings;
import static dev.registrar.gateway.testing.connection.BridgeClients.unbound;
import static dev.registrar.gateway.testing.document.Documents.course;
import static dev.registrar.gateway.testing.document.Documents.registration;
import static dev.registrar.gateway.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.connection.BridgeSocket;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** A client of the TCP bridge decides on enrollments. */
@TestMethodOrder(OrderAnnotation.class)
class BridgeDecisionsTest {
    private static final String DECIDE = "registrar.enrollment.decide";
    private static final String WAITING_LIST = "the token of the waiting list";
    private static final String PORTAL = "the token of the portal";
    private static final int MAX_IN_FLIGHT = 3;

    /** Longer than a test waits for a frame, so that only a reply to a question ends it. */
    private static final String DECISION_TIMEOUT = "40 s";

    private static Service service;
    private static String course;

    @BeforeAll
    static void start() throws Exception {
        service = Service.start(new JsonObject()
                .put("http", new JsonObject().put("drain-delay", "0 s"))
                .put("enrollment", new JsonObject().put("decider", "bus").put("decision-timeout", DECISION_TIMEOUT))
                .put(
                        "bridge",
                        settings(
                                        unbound("waiting-list", WAITING_LIST).put("decide-enrollments", true),
                                        unbound("portal", PORTAL, "read", "create")
                                                .put("requests", requests("registrations", "get", "create")))
                                .put("port", 0)
                                .put("max-in-flight", MAX_IN_FLIGHT)));
        course = service.admin()
                .post("/v1/courses/", course(unique("BRIDGED"), "Logic"))
                .id();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static BridgeSocket decider() throws IOException {
        var decider = BridgeSocket.to(service.bridgePort(), WAITING_LIST);
        decider.send(
                new JsonObject().put("type", "register").put("address", DECIDE).put("replyAddress", "registered"));
        assertThat(decider.read().getString("address")).isEqualTo("registered");
        return decider;
    }

    /** Sends a registration, whose reply is read later. */
    private static void register(BridgeSocket portal, String uni) throws IOException {
        var document = new JsonObject(registration(uni, course).toString());
        portal.send(new JsonObject()
                .put("type", "send")
                .put("address", "registrar.registrations")
                .put("replyAddress", uni)
                .put("headers", new JsonObject().put("action", "create"))
                .put("body", new JsonObject().put("document", document)));
    }

    private static JsonObject question(BridgeSocket decider) throws IOException {
        var question = decider.read();
        assertThat(question.getString("address")).as(question.encode()).isEqualTo(DECIDE);
        return question;
    }

    private static void reply(BridgeSocket decider, JsonObject question, JsonObject decision) throws IOException {
        decider.send(new JsonObject()
                .put("type", "send")
                .put("address", question.getString("replyAddress"))
                .put("body", decision));
    }

    private static String enrollment(JsonObject reply) {
        return reply.getJsonObject("body")
                .getJsonObject("data")
                .getJsonObject("attributes")
                .getString("enrollment");
    }

    @Test
    @Order(1)
    void a_client_is_asked_and_its_reply_decides() throws IOException {
        try (var decider = decider();
                var portal = BridgeSocket.to(service.bridgePort(), PORTAL)) {
            register(portal, "uni-1");
            var question = question(decider);
            assertThat(question.getJsonObject("body").getString("uni")).isEqualTo("uni-1");
            assertThat(question.getJsonObject("body").getString("course")).isEqualTo(course);
            reply(decider, question, new JsonObject().put("decision", "confirm"));
            assertThat(enrollment(portal.read())).isEqualTo("confirmed");
            register(portal, "uni-2");
            reply(
                    decider,
                    question(decider),
                    new JsonObject().put("decision", "reject").put("reason", "The course is full."));
            assertThat(portal.read().getString("message")).contains("The course is full.");
        }
    }

    @Test
    @Order(2)
    void only_the_connection_that_is_asked_can_reply_and_only_once() throws IOException {
        try (var decider = decider();
                var portal = BridgeSocket.to(service.bridgePort(), PORTAL)) {
            register(portal, "uni-3");
            var question = question(decider);
            try (var other = BridgeSocket.to(service.bridgePort(), WAITING_LIST)) {
                var stolen = other.request(
                        question.getString("replyAddress"), Map.of(), new JsonObject().put("decision", "reject"));
                assertThat(stolen.getInteger("failureCode")).isEqualTo(403);
            }
            reply(decider, question, new JsonObject().put("decision", "confirm"));
            assertThat(enrollment(portal.read())).isEqualTo("confirmed");
            var again = decider.request(
                    question.getString("replyAddress"), Map.of(), new JsonObject().put("decision", "reject"));
            assertThat(again.getInteger("failureCode")).isEqualTo(403);
        }
    }

    @Test
    @Order(3)
    void a_client_that_unregisters_is_asked_no_more() throws IOException {
        try (var leaving = decider();
                var decider = decider();
                var portal = BridgeSocket.to(service.bridgePort(), PORTAL)) {
            leaving.send(new JsonObject()
                    .put("type", "unregister")
                    .put("address", DECIDE)
                    .put("replyAddress", "unregistered"));
            assertThat(leaving.read().getString("address")).isEqualTo("unregistered");
            for (var uni : List.of("uni-7", "uni-8", "uni-9")) {
                register(portal, uni);
                reply(decider, question(decider), new JsonObject().put("decision", "confirm"));
                assertThat(enrollment(portal.read())).isEqualTo("confirmed");
            }
        }
    }

    @Test
    @Order(4)
    void a_question_to_a_client_that_leaves_is_asked_again() throws IOException {
        try (var portal = BridgeSocket.to(service.bridgePort(), PORTAL)) {
            try (var leaving = decider()) {
                register(portal, "uni-4");
                assertThat(question(leaving).getJsonObject("body").getString("uni"))
                        .isEqualTo("uni-4");
            }
            try (var decider = decider()) {
                var question = question(decider);
                assertThat(question.getJsonObject("body").getString("uni")).isEqualTo("uni-4");
                reply(decider, question, new JsonObject().put("decision", "confirm"));
                assertThat(portal.read().getJsonObject("headers").getString("status"))
                        .isIn("201", "202");
            }
        }
    }

    @Test
    @Order(5)
    void a_client_that_does_not_reply_is_asked_only_some_questions_at_a_time() throws IOException {
        try (var silent = decider();
                var portal = BridgeSocket.to(service.bridgePort(), PORTAL)) {
            for (var count = 0; count <= MAX_IN_FLIGHT; count++) {
                register(portal, "uni-5-" + count);
            }
            for (var count = 0; count <= MAX_IN_FLIGHT; count++) {
                assertThat(portal.read().getJsonObject("headers").getString("status"))
                        .isEqualTo("202");
            }
            List<JsonObject> questions = new ArrayList<>();
            for (var count = 0; count < MAX_IN_FLIGHT; count++) {
                questions.add(question(silent));
            }
            assertThat(silent.ping()).as("no other question has arrived").isTrue();
            for (var question : questions) {
                reply(silent, question, new JsonObject().put("decision", "confirm"));
            }
        }
    }

    @Test
    @Order(6)
    void a_message_that_is_not_a_question_is_rejected_and_takes_no_place_of_a_question() throws IOException {
        try (var decider = decider();
                var portal = BridgeSocket.to(service.bridgePort(), PORTAL)) {
            for (var count = 0; count <= MAX_IN_FLIGHT; count++) {
                for (var body : Arrays.asList(null, "Which decision?", Buffer.buffer("{}"))) {
                    assertThat(failureOf(body)).isEqualTo(400);
                }
            }
            register(portal, "uni-10");
            reply(decider, question(decider), new JsonObject().put("decision", "confirm"));
            assertThat(enrollment(portal.read())).isEqualTo("confirmed");
        }
    }

    private static int failureOf(Object message) {
        var asked = service.vertx().eventBus().request(DECIDE, message);
        return Await.success(asked.map(reply -> 0)
                .recover(failure -> Future.succeededFuture(((ReplyException) failure).failureCode())));
    }

    @Test
    @Order(7)
    void a_stop_lets_requests_and_decisions_in_progress_finish_and_refuses_new_requests() throws Exception {
        try (var decider = decider();
                var portal = BridgeSocket.to(service.bridgePort(), PORTAL)) {
            register(portal, "uni-6");
            var question = question(decider);
            while (!question.getJsonObject("body").getString("uni").equals("uni-6")) {
                reply(decider, question, new JsonObject().put("decision", "confirm"));
                question = question(decider);
            }
            var stopping = new Thread(service::stop);
            stopping.start();
            Await.until("new connections are refused", BridgeDecisionsTest::isClosed);
            var refused =
                    decider.request("registrar.registrations", Map.of("action", "get", "id", "1"), new JsonObject());
            assertThat(refused.getInteger("failureCode")).isEqualTo(503);
            reply(decider, question, new JsonObject().put("decision", "confirm"));
            assertThat(enrollment(portal.read())).isEqualTo("confirmed");
            portal.expectClosed();
            decider.expectClosed();
            stopping.join();
        }
    }

    private static boolean isClosed() {
        try (var another = BridgeSocket.to(service.bridgePort())) {
            return another.readIfAny().isPresent();
        } catch (IOException refused) {
            return true;
        }
    }
}
