package dev.registrar.gateway.hostile;

import static dev.registrar.gateway.testing.connection.BridgeClients.requests;
import static dev.registrar.gateway.testing.connection.BridgeClients.settings;
import static dev.registrar.gateway.testing.connection.BridgeClients.unbound;
import static dev.registrar.gateway.testing.connection.BridgeSocket.firstError;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.gateway.testing.connection.BridgeSocket;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients of the TCP bridge that violate its protocol. */
@ExtendWith(ServiceExtension.class)
class MalformedFramesTest {
    private static final String TOKEN = "a token of many random characters";

    private static int port;

    @BeforeAll
    static void start(Service service) {
        port = service.startBridge(
                settings(unbound("portal", TOKEN, "read").put("requests", requests("courses", "list"))));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MAX_VALUE, 1_200_000})
    void a_length_that_no_frame_may_have_closes_the_connection_after_the_login(int length) throws IOException {
        try (var connection = BridgeSocket.to(port, TOKEN)) {
            connection.sendPart(length, "{");
            assertThat(connection.readError().getString("code")).isEqualTo("body_too_large");
            connection.expectClosed();
        }
    }

    @Test
    void an_empty_frame_is_400_and_closes_the_connection() throws IOException {
        try (var connection = BridgeSocket.to(port, TOKEN)) {
            connection.sendPart(0, "");
            assertThat(connection.readError().getString("code")).isEqualTo("malformed_request");
            connection.expectClosed();
        }
    }

    @Test
    void a_frame_that_is_not_utf_8_is_400_and_the_connection_remains() throws IOException {
        try (var connection = BridgeSocket.to(port, TOKEN)) {
            connection.send("{\"type\":\"caf\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1));
            var error = connection.read();
            assertThat(firstError(error).getString("code")).isEqualTo("malformed_json");
            assertThat(error.getString("message")).isEqualTo("The message is not valid UTF-8.");
            connection.expectServed();
        }
    }

    @Test
    void half_a_frame_does_no_harm() throws IOException {
        try (var connection = BridgeSocket.to(port, TOKEN)) {
            connection.sendPart(1000, "{\"type\":\"ping\"}");
        }
        try (var connection = BridgeSocket.to(port, TOKEN)) {
            connection.expectServed();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"type\":", "{\"type\":\"ping\",\"type\":\"send\"}", "nonsense", "{\"a\":1e9999999999}"})
    void a_frame_that_is_not_json_is_400_and_the_connection_remains(String frame) throws IOException {
        try (var connection = BridgeSocket.to(port, TOKEN)) {
            connection.send(frame);
            assertThat(connection.readError().getString("code")).isEqualTo("malformed_json");
            connection.expectServed();
        }
    }

    @Test
    void deeply_nested_json_is_400_and_the_connection_remains() throws IOException {
        try (var connection = BridgeSocket.to(port, TOKEN)) {
            connection.send("{\"body\":" + "[".repeat(500_000));
            assertThat(connection.readError().getString("code")).isEqualTo("malformed_json");
            connection.send("{\"body\":[" + "[],".repeat(200_000) + "[]]}");
            assertThat(connection.readError().getString("code")).isEqualTo("body_too_large");
            connection.expectServed();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"send\",\"address\":7,\"replyAddress\":\"1\"}",
                "{\"type\":\"send\",\"replyAddress\":\"1\"}",
                "{\"type\":\"send\",\"address\":\"registrar.courses\",\"headers\":{\"action\":\"list\"}}",
                "{\"type\":\"send\",\"address\":\"registrar.courses\",\"replyAddress\":\"1\",\"headers\":[]}",
                "{\"type\":\"send\",\"address\":\"registrar.courses\",\"replyAddress\":\"1\",\"headers\":{\"action\":{}}}",
                "{\"type\":\"send\",\"address\":\"registrar.courses\",\"replyAddress\":\"1\",\"headers\":{\"action\":\"list\"},\"body\":\"x\"}",
                "{\"type\":\"send\",\"address\":\"registrar.courses\",\"replyAddress\":\"1\",\"codec\":\"x\"}",
                "{\"type\":\"message\",\"address\":\"registrar.courses\"}",
                "{}"
            })
    void a_malformed_frame_is_400_and_the_connection_remains(String frame) throws IOException {
        try (var connection = BridgeSocket.to(port, TOKEN)) {
            connection.send(frame);
            assertThat(connection.readError().getString("code")).isEqualTo("malformed_request");
            connection.expectServed();
        }
    }
}
