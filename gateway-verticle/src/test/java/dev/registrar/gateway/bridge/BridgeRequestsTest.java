package dev.registrar.gateway.bridge;

import static dev.registrar.gateway.testing.connection.BridgeClients.requests;
import static dev.registrar.gateway.testing.connection.BridgeClients.settings;
import static dev.registrar.gateway.testing.connection.BridgeClients.unbound;
import static dev.registrar.gateway.testing.connection.BridgeSocket.firstError;
import static dev.registrar.gateway.testing.document.Documents.course;
import static dev.registrar.gateway.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.gateway.testing.connection.BridgeSocket;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients of the TCP bridge receive. */
@ExtendWith(ServiceExtension.class)
class BridgeRequestsTest {
    private static final String PORTAL = "the portal's own token";

    private static int port;

    @AutoClose
    private BridgeSocket portal;

    @BeforeAll
    static void start(Service service) {
        port = service.startBridge(settings(unbound("portal", PORTAL, "read", "create")
                .put("caller-name", "Portal of the faculty")
                .put("follow-events", true)
                .put("requests", requests("courses", "list", "get", "create"))));
    }

    @BeforeEach
    void log_in() throws IOException {
        portal = BridgeSocket.to(port, PORTAL);
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
    void a_reply_contains_the_document_as_json_and_is_made_in_the_configured_name() throws IOException {
        var created = create(unique("BRIDGE"));
        assertThat(created.getJsonObject("headers").getString("status")).isEqualTo("201");
        assertThat(created.getBoolean("send")).isTrue();
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
    void the_error_of_a_misspelled_header_suggests_the_right_one() throws IOException {
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
    @ValueSource(strings = {"ping", "document-length", "codecName", "localOnly", "Action", "traceparent"})
    void a_header_that_the_contract_does_not_have_is_rejected_by_name(String header) throws IOException {
        var error = firstError(
                portal.request("registrar.courses", Map.of("action", "list", header, "1"), new JsonObject()));
        assertThat(error.getString("code")).isEqualTo("malformed_request");
        assertThat(error.getJsonObject("source").getString("header")).isEqualTo(header);
    }

    @Test
    void members_that_are_null_are_as_if_they_were_missing() throws IOException {
        portal.send(new JsonObject()
                .put("type", "register")
                .put("address", "registrar.events")
                .put("replyAddress", "registered")
                .putNull("headers")
                .putNull("body"));
        assertThat(portal.read().getString("type")).isEqualTo("message");
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
            assertThat(frame.getBoolean("send")).isFalse();
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
}
