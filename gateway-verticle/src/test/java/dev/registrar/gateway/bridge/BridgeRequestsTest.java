package dev.registrar.gateway.bridge;

import static dev.registrar.gateway.testing.connection.BridgeClients.boundTo;
import static dev.registrar.gateway.testing.connection.BridgeClients.requests;
import static dev.registrar.gateway.testing.connection.BridgeClients.settings;
import static dev.registrar.gateway.testing.connection.BridgeClients.unbound;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients of the TCP bridge may do, and what they get. */
@ExtendWith(ServiceExtension.class)
class BridgeRequestsTest {
    private static final String PORTAL = "the portal's own token";
    private static final String STUDENT = "the student's own token";

    private static int port;
    private BridgeSocket portal;

    @BeforeAll
    static void start(Service service) {
        port = service.startBridge(settings(
                unbound("portal", PORTAL, "read", "create", "delete")
                        .put("caller-name", "Portal of the faculty")
                        .put("follow-events", true)
                        .put("requests", requests("courses", "list", "get", "create", "delete")),
                boundTo("br1234", "student", STUDENT, "read").put("requests", requests("registrations", "list"))));
    }

    @BeforeEach
    void log_in() throws IOException {
        portal = BridgeSocket.to(port, PORTAL);
    }

    @AfterEach
    void leave() throws IOException {
        portal.close();
    }

    private static JsonObject firstError(JsonObject frame) {
        assertThat(frame.getString("type")).as(frame.encode()).isEqualTo("err");
        var error = frame.getJsonObject("body").getJsonArray("errors").getJsonObject(0);
        assertThat(frame.getString("message")).isEqualTo(error.getString("detail"));
        assertThat(frame.getInteger("failureCode")).isEqualTo(Integer.valueOf(error.getString("status")));
        return error;
    }

    private JsonObject create(String identifier) throws IOException {
        return portal.request(
                "registrar.courses",
                Map.of("action", "create"),
                new JsonObject()
                        .put("base_url", "https://portal.example.edu")
                        .put(
                                "document",
                                new JsonObject(course(identifier, "Logic").toString())));
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

    @Test
    void a_reply_contains_the_document_as_json_and_is_made_in_the_configured_name() throws IOException {
        var created = create(unique("BRIDGE"));
        assertThat(created.getJsonObject("headers").getString("status")).isEqualTo("201");
        var resource = created.getJsonObject("body").getJsonObject("data");
        assertThat(resource.getJsonObject("attributes").getString("last_mod_user_name"))
                .isEqualTo("Portal of the faculty");
        var read = portal.request(
                "registrar.courses", Map.of("action", "get", "id", resource.getString("id")), new JsonObject());
        assertThat(read.getJsonObject("headers").getString("etag")).isNotBlank();
        assertThat(read.getJsonObject("body").getJsonObject("data").getString("id"))
                .isEqualTo(resource.getString("id"));
    }

    @Test
    void errors_of_a_verticle_arrive_as_json_with_the_client_s_request_id() throws IOException {
        var reply = portal.request(
                "registrar.courses",
                Map.of("action", "list"),
                new JsonObject()
                        .put("request_id", "portal-17")
                        .put("query", new JsonObject().put("sort", "shoe_size")));
        var error = firstError(reply);
        assertThat(error.getString("code")).isEqualTo("unknown_sort_field");
        assertThat(error.getString("id")).isEqualTo("portal-17");
        assertThat(reply.getString("sourceAddress")).isEqualTo("registrar.courses");
    }

    @Test
    void errors_in_the_envelope_name_the_member() throws IOException {
        var error = firstError(portal.request(
                "registrar.courses", Map.of("action", "list"), new JsonObject().put("quarry", new JsonObject())));
        assertThat(error.getJsonObject("source").getString("pointer")).isEqualTo("/quarry");
        assertThat(error.getString("detail")).contains("did you mean query?");
    }

    @Test
    void the_error_of_a_misspelt_header_suggests_the_right_one() throws IOException {
        var headers = Map.of("action", "list", "if-none-matches", "*");
        var error = firstError(portal.request("registrar.courses", headers, new JsonObject()));
        assertThat(error.getString("detail")).contains("did you mean if-none-match?");
    }

    @Test
    void the_error_of_a_header_that_a_replay_does_not_have_names_the_only_one() throws IOException {
        var error = firstError(portal.request("registrar.events.course", Map.of("action", "list"), new JsonObject()));
        assertThat(error.getString("detail"))
                .isEqualTo("There is no header \"action\"; the only header of this request is version.");
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
    void a_refusal_is_logged_in_one_line_that_says_where_it_came_from(Service service) throws IOException {
        var quiet = service.startBridge(
                settings(unbound("quiet", "a third token", "read").put("requests", requests("courses", "list"))));
        try (var log = RecordedLog.start(this);
                var stranger = BridgeSocket.to(quiet)) {
            assertThat(firstError(stranger.logIn("a guessed token")).getString("code"))
                    .isEqualTo("unauthenticated");
            assertThat(log.warnings("The bridge has refused a message"))
                    .singleElement()
                    .asString()
                    .contains("a client that has not logged in, at 127.0.0.1:")
                    .contains("No client has this token.");
            assertThat(log.exceptions("The bridge has refused a message")).isEmpty();
        }
    }

    @Test
    void a_caller_in_a_message_is_refused() throws IOException {
        var error = firstError(portal.request(
                "registrar.courses",
                Map.of("action", "list"),
                new JsonObject().put("caller", new JsonObject().put("name", "dean"))));
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
    void requests_to_any_other_address_are_refused_and_the_error_says_which_are_allowed(String address)
            throws IOException {
        var error = firstError(portal.request(address, Map.of("action", "list"), new JsonObject()));
        assertThat(error.getString("code")).isEqualTo("forbidden");
        assertThat(error.getString("detail"))
                .endsWith(": registrar.courses, registrar.events.course, registrar.events.registration.");
    }

    @ParameterizedTest
    @CsvSource({"update,forbidden", "LIST,forbidden", "steal,forbidden", ",malformed_request"})
    void any_other_action_is_refused_and_the_error_says_which_are_allowed(String action, String code)
            throws IOException {
        var headers = action == null ? Map.<String, String>of() : Map.of("action", action);
        var error = firstError(portal.request("registrar.courses", headers, new JsonObject()));
        assertThat(error.getString("code")).isEqualTo(code);
        assertThat(error.getString("detail")).contains("list, get, create, delete");
        assertThat(error.getJsonObject("source").getString("header")).isEqualTo("action");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ping", "document-length", "codecName", "localOnly", "Action", "traceparent"})
    void a_header_that_the_contract_does_not_have_is_refused_by_name(String header) throws IOException {
        var error = firstError(
                portal.request("registrar.courses", Map.of("action", "list", header, "1"), new JsonObject()));
        assertThat(error.getString("code")).isEqualTo("malformed_request");
        assertThat(error.getJsonObject("source").getString("header")).isEqualTo(header);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "registrar.courses",
                "registrar.events.course",
                "registrar.enrollment.decide",
                "registrar.courses.reserved"
            })
    void registering_at_an_address_that_is_not_allowed_is_refused(String address) throws IOException {
        portal.send(new JsonObject().put("type", "register").put("address", address));
        var error = firstError(portal.read());
        assertThat(error.getString("code")).isEqualTo("forbidden");
        assertThat(error.getString("detail")).endsWith("it may register at: registrar.events.");
    }

    @Test
    void publishing_is_refused() throws IOException {
        portal.send(new JsonObject()
                .put("type", "publish")
                .put("address", "registrar.events")
                .put("body", new JsonObject()));
        assertThat(firstError(portal.read()).getString("code")).isEqualTo("forbidden");
    }

    @Test
    void events_arrive_and_can_be_replayed() throws IOException {
        portal.send(new JsonObject()
                .put("type", "register")
                .put("address", "registrar.events")
                .put("replyAddress", "registered"));
        assertThat(portal.read().getString("address")).isEqualTo("registered");
        try (var writer = BridgeSocket.to(port, PORTAL)) {
            var frame = new JsonObject();
            var identifier = unique("EVENT");
            writer.request(
                    "registrar.courses",
                    Map.of("action", "create"),
                    new JsonObject()
                            .put(
                                    "document",
                                    new JsonObject(course(identifier, "Logic").toString())));
            while (!frame.encode().contains(identifier)) {
                frame = portal.read();
                assertThat(frame.getString("address")).isEqualTo("registrar.events");
            }
            var event = frame.getJsonObject("body");
            var before = Long.toString(Long.parseLong(event.getString("sequence")) - 1);
            var replayed = writer.request(
                    "registrar.events.course",
                    Map.of(),
                    new JsonObject().put("after", before).put("limit", 1));
            assertThat(replayed.getJsonObject("body").getJsonArray("events").getJsonObject(0))
                    .isEqualTo(event);
            var error = firstError(
                    writer.request("registrar.events.course", Map.of(), new JsonObject().put("after", "soon")));
            assertThat(error.getString("code")).isEqualTo("malformed_request");
        }
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
