package dev.registrar.gateway.bridge;

import static dev.registrar.gateway.testing.connection.BridgeClients.boundTo;
import static dev.registrar.gateway.testing.connection.BridgeClients.requests;
import static dev.registrar.gateway.testing.connection.BridgeClients.settings;
import static dev.registrar.gateway.testing.connection.BridgeClients.unbound;
import static dev.registrar.gateway.testing.connection.BridgeSocket.firstError;
import static dev.registrar.gateway.testing.document.Documents.course;
import static dev.registrar.gateway.testing.document.Documents.registration;
import static dev.registrar.gateway.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.RecordedLog;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.gateway.testing.connection.BridgeSocket;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients of the TCP bridge may do. */
@ExtendWith(ServiceExtension.class)
class BridgeRightsTest {
    private static final String PORTAL = "the portal's own token";
    private static final String STUDENT = "the student's own token";

    private static int port;

    @AutoClose
    private BridgeSocket portal;

    @BeforeAll
    static void start(Service service) {
        port = service.startBridge(settings(
                unbound("portal", PORTAL, "read", "create", "delete")
                        .put("follow-events", true)
                        .put("requests", requests("courses", "list", "get", "create", "delete")),
                boundTo("br1234", "student", STUDENT, "read").put("requests", requests("registrations", "list"))));
    }

    @BeforeEach
    void log_in() throws IOException {
        portal = BridgeSocket.to(port, PORTAL);
    }

    @Test
    void the_reply_to_a_login_says_what_the_client_may_do() throws IOException {
        try (var other = BridgeSocket.to(port)) {
            assertThat(other.logIn(PORTAL).getJsonObject("body"))
                    .isEqualTo(new JsonObject()
                            .put("client", "portal")
                            .put(
                                    "send",
                                    new JsonArray()
                                            .add("registrar.courses")
                                            .add("registrar.events.course")
                                            .add("registrar.events.registration"))
                            .put("register", new JsonArray().add("registrar.events")));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"token\": null}", "{\"token\": 7}"})
    void a_login_without_a_token_says_what_is_missing(String body) throws IOException {
        try (var stranger = BridgeSocket.to(port)) {
            var error = firstError(stranger.request("registrar.bridge", Map.of(), new JsonObject(body)));
            assertThat(error.getString("code")).isEqualTo("unauthenticated");
            assertThat(error.getJsonObject("source").getString("pointer")).isEqualTo("/token");
            assertThat(error.getString("detail")).startsWith("\"token\" is missing");
        }
    }

    @Test
    void a_rejection_is_logged_in_one_line_that_says_where_it_came_from(Service service) throws IOException {
        var quiet = service.startBridge(
                settings(unbound("quiet", "a third token", "read").put("requests", requests("courses", "list"))));
        try (var log = RecordedLog.start(this);
                var stranger = BridgeSocket.to(quiet)) {
            assertThat(firstError(stranger.logIn("a guessed token")).getString("code"))
                    .isEqualTo("unauthenticated");
            assertThat(log.warnings("The bridge has rejected a message"))
                    .singleElement()
                    .asString()
                    .contains("a client that has not logged in, at 127.0.0.1:")
                    .contains("No client has this token.");
            assertThat(log.exceptions("The bridge has rejected a message")).isEmpty();
        }
    }

    @Test
    void a_caller_in_a_message_is_rejected() throws IOException {
        var error = firstError(portal.request(
                "registrar.courses",
                Map.of("action", "list"),
                new JsonObject()
                        .put("caller", new JsonObject().put("name", "dean"))
                        .put("request_id", "portal-18")));
        assertThat(error.getString("id")).isEqualTo("portal-18");
        assertThat(error.getString("code")).isEqualTo("malformed_request");
        assertThat(error.getJsonObject("source").getString("pointer")).isEqualTo("/caller");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "registrar.registrations",
                "registrar.courses.reserved",
                "registrar.courses.local",
                "registrar.events",
                "registrar.events.course.local",
                "registrar.events.session",
                "registrar.events.course_terms",
                "registrar.events.",
                "registrar.enrollment",
                "registrar.enrollment.decide",
                "registrar.sessions.end",
                "registrar.sessions.ended",
                "registrar.health.course",
                "registrar.bridge",
                "registrar.",
                "__vertx.reply.1",
                ""
            })
    void requests_to_any_other_address_are_rejected_and_the_error_says_which_are_allowed(String address)
            throws IOException {
        var error = firstError(portal.request(address, Map.of("action", "list"), new JsonObject()));
        assertThat(error.getString("code")).isEqualTo("forbidden");
        assertThat(error.getString("detail"))
                .endsWith(": registrar.courses, registrar.events.course, registrar.events.registration.");
    }

    @ParameterizedTest
    @CsvSource({"update,forbidden", "LIST,forbidden", "steal,forbidden", ",malformed_request"})
    void any_other_action_is_rejected_and_the_error_says_which_are_allowed(String action, String code)
            throws IOException {
        var headers = action == null ? Map.<String, String>of() : Map.of("action", action);
        var error = firstError(portal.request("registrar.courses", headers, new JsonObject()));
        assertThat(error.getString("code")).isEqualTo(code);
        assertThat(error.getString("detail")).contains("list, get, create, delete");
        assertThat(error.getJsonObject("source").getString("header")).isEqualTo("action");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "registrar.courses",
                "registrar.events.course",
                "registrar.enrollment.decide",
                "registrar.courses.reserved"
            })
    void registering_at_an_address_that_is_not_allowed_is_rejected(String address) throws IOException {
        portal.send(new JsonObject().put("type", "register").put("address", address));
        var error = portal.readError();
        assertThat(error.getString("code")).isEqualTo("forbidden");
        assertThat(error.getString("detail")).endsWith("it may register at: registrar.events.");
    }

    @Test
    void publishing_is_rejected() throws IOException {
        portal.send(new JsonObject()
                .put("type", "publish")
                .put("address", "registrar.events")
                .put("body", new JsonObject()));
        assertThat(portal.readError().getString("code")).isEqualTo("forbidden");
    }

    @Test
    void a_bound_client_sees_only_the_registrations_of_its_person(Service service) throws IOException {
        var course = service.admin()
                .post("/v1/courses/", course(unique("BOUND"), "Logic"))
                .id();
        var own = service.admin()
                .post("/v1/registrations/", registration("br1234", course))
                .id();
        var other = service.admin()
                .post("/v1/registrations/", registration("br9999", course))
                .id();
        try (var student = BridgeSocket.to(port, STUDENT)) {
            var found = student.request("registrar.registrations", Map.of("action", "list"), new JsonObject());
            assertThat(found.encode()).contains(own).doesNotContain(other);
        }
    }
}
