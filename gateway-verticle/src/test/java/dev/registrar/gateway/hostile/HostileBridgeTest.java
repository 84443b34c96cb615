package dev.registrar.gateway.hostile;

import static dev.registrar.gateway.testing.connection.BridgeClients.requests;
import static dev.registrar.gateway.testing.connection.BridgeClients.settings;
import static dev.registrar.gateway.testing.connection.BridgeClients.unbound;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.gateway.testing.certificate.IssuedCertificate;
import dev.registrar.gateway.testing.certificate.PemFiles;
import dev.registrar.gateway.testing.connection.BridgeSocket;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients of the TCP bridge that violate its protocol, guess, send too much or read too little. */
@ExtendWith(ServiceExtension.class)
class HostileBridgeTest {
    private static final String TOKEN = "a token of many random characters";
    private static final int MAX_CONNECTIONS = 4;
    private static final long MAX_PENDING_BYTES = 2_000_000;

    private static int port;
    private static int impatient;

    private static JsonObject client() {
        return unbound("portal", TOKEN, "read").put("follow-events", true).put("requests", requests("courses", "list"));
    }

    @BeforeAll
    static void start(Service service) {
        port = service.startBridge(settings(client()).put("max-pending-bytes", MAX_PENDING_BYTES));
        impatient = service.startBridge(settings(client())
                .put("login-timeout", "300 ms")
                .put("idle-timeout", "700 ms")
                .put("max-connections", MAX_CONNECTIONS)
                .put("max-connections-per-client", MAX_CONNECTIONS - 2));
    }

    private static void expectServed(int bridge) throws IOException {
        try (var connection = BridgeSocket.to(bridge, TOKEN)) {
            expectServed(connection);
        }
    }

    private static void expectServed(BridgeSocket connection) throws IOException {
        var reply = connection.request("registrar.courses", Map.of("action", "list"), new JsonObject());
        assertThat(reply.getString("type")).as(reply.encode()).isEqualTo("message");
    }

    private static String code(JsonObject frame) {
        return frame.getJsonObject("body")
                .getJsonArray("errors")
                .getJsonObject(0)
                .getString("code");
    }

    @Test
    void a_connection_without_a_login_is_closed_after_a_short_time_even_if_it_sends_pings() throws IOException {
        try (var connection = BridgeSocket.to(impatient)) {
            connection.send(new JsonObject().put("type", "ping"));
            assertThat(connection.read().getString("type")).isEqualTo("pong");
            connection.expectClosed();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "another token",
                "",
                "A TOKEN OF MANY RANDOM CHARACTERS",
                "a token of many random characters\n",
                "a token of many random character"
            })
    void a_wrong_token_is_401_and_the_connection_is_closed(String token) throws IOException {
        try (var connection = BridgeSocket.to(port)) {
            assertThat(code(connection.logIn(token))).isEqualTo("unauthenticated");
            connection.expectClosed();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"send\",\"address\":\"registrar.courses\",\"replyAddress\":\"1\",\"headers\":{\"action\":\"list\"}}",
                "{\"type\":\"register\",\"address\":\"registrar.events\"}",
                "{\"type\":\"send\",\"address\":\"registrar.bridge\",\"replyAddress\":\"1\",\"body\":{\"token\":1}}",
                "GET / HTTP/1.1\r\n\r\n",
                "[]"
            })
    void whatever_else_comes_before_the_login_closes_the_connection(String frame) throws IOException {
        try (var connection = BridgeSocket.to(port)) {
            connection.send(frame);
            assertThat(connection.read().getString("type")).isEqualTo("err");
            connection.expectClosed();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 4097})
    void a_length_that_no_frame_may_have_closes_the_connection_before_the_login(int length) throws IOException {
        try (var connection = BridgeSocket.to(port)) {
            connection.sendPart(length, "{");
            assertThat(code(connection.read())).isEqualTo("body_too_large");
            connection.expectClosed();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MAX_VALUE, 1_200_000})
    void a_length_that_no_frame_may_have_closes_the_connection_after_the_login(int length) throws IOException {
        try (var connection = BridgeSocket.to(port, TOKEN)) {
            connection.sendPart(length, "{");
            assertThat(code(connection.read())).isEqualTo("body_too_large");
            connection.expectClosed();
        }
    }

    @Test
    void an_empty_frame_is_400_and_closes_the_connection() throws IOException {
        try (var connection = BridgeSocket.to(port, TOKEN)) {
            connection.sendPart(0, "");
            assertThat(code(connection.read())).isEqualTo("malformed_request");
            connection.expectClosed();
        }
    }

    @Test
    void a_frame_that_is_not_utf_8_is_400_and_the_connection_remains() throws IOException {
        try (var connection = BridgeSocket.to(port, TOKEN)) {
            connection.send("{\"type\":\"caf\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1));
            var error = connection.read();
            assertThat(code(error)).isEqualTo("malformed_json");
            assertThat(error.getString("message")).isEqualTo("The message is not valid UTF-8.");
            expectServed(connection);
        }
    }

    @Test
    void half_a_frame_does_no_harm() throws IOException {
        try (var connection = BridgeSocket.to(port, TOKEN)) {
            connection.sendPart(1000, "{\"type\":\"ping\"}");
        }
        try (var connection = BridgeSocket.to(impatient, TOKEN)) {
            connection.sendPart(1000, "{\"type\":\"ping\"}");
            connection.expectClosed();
        }
        expectServed(port);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"type\":", "{\"type\":\"ping\",\"type\":\"send\"}", "nonsense", "{\"a\":1e9999999999}"})
    void a_frame_that_is_not_json_is_400_and_the_connection_remains(String frame) throws IOException {
        try (var connection = BridgeSocket.to(port, TOKEN)) {
            connection.send(frame);
            assertThat(code(connection.read())).isEqualTo("malformed_json");
            expectServed(connection);
        }
    }

    @Test
    void deeply_nested_json_is_400_and_the_connection_remains() throws IOException {
        try (var connection = BridgeSocket.to(port, TOKEN)) {
            connection.send("{\"body\":" + "[".repeat(500_000));
            assertThat(code(connection.read())).isEqualTo("malformed_json");
            connection.send("{\"body\":[" + "[],".repeat(200_000) + "[]]}");
            assertThat(code(connection.read())).isEqualTo("body_too_large");
            expectServed(connection);
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
            assertThat(code(connection.read())).isEqualTo("malformed_request");
            expectServed(connection);
        }
    }

    @Test
    void registering_again_and_again_takes_no_memory_and_events_still_come_once(Service service) throws Exception {
        var frame = new JsonObject().put("type", "register").put("address", "registrar.events");
        try (var connection = BridgeSocket.to(port, TOKEN)) {
            for (var count = 0; count < 100_000; count++) {
                connection.send(frame);
            }
            expectServed(connection);
            var event = new JsonObject().put("id", "the only one");
            service.vertx().eventBus().publish("registrar.events", event);
            assertThat(connection.read().getJsonObject("body")).isEqualTo(event);
            connection.send(new JsonObject().put("type", "unregister").put("address", "registrar.events"));
            expectServed(connection);
        }
    }

    @Test
    void a_client_that_does_not_read_its_replies_is_not_served_further_and_disturbs_nobody() throws IOException {
        Thread sending;
        try (var greedy = BridgeSocket.to(port, TOKEN)) {
            sending = new Thread(() -> sendMany(greedy));
            sending.start();
            expectServed(port);
            expectServed(port);
        }
        Await.until("the client has ended", () -> !sending.isAlive());
    }

    private static void sendMany(BridgeSocket connection) {
        var list = new JsonObject()
                .put("type", "send")
                .put("address", "registrar.courses")
                .put("replyAddress", "1")
                .put("headers", new JsonObject().put("action", "list"));
        try {
            for (var count = 0; count < 200_000; count++) {
                connection.send(list);
            }
        } catch (IOException closed) {
            // As expected.
        }
    }

    @Test
    void a_follower_that_does_not_read_is_closed_before_its_events_fill_the_memory(Service service) throws IOException {
        var event = new JsonObject().put("data", "x".repeat(100_000));
        try (var lazy = BridgeSocket.to(port, TOKEN);
                var diligent = BridgeSocket.to(port, TOKEN)) {
            var register = new JsonObject()
                    .put("type", "register")
                    .put("address", "registrar.events")
                    .put("replyAddress", "1");
            lazy.send(register);
            assertThat(lazy.read().getString("address")).isEqualTo("1");
            diligent.send(register);
            assertThat(diligent.read().getString("address")).isEqualTo("1");
            for (var count = 0; count < 200; count++) {
                service.vertx().eventBus().publish("registrar.events", event);
                assertThat(diligent.read().getJsonObject("body")).isEqualTo(event);
            }
            lazy.expectClosed();
            expectServed(diligent);
        }
    }

    @Test
    void a_silent_connection_is_closed_and_one_that_sends_pings_is_not() throws Exception {
        try (var silent = BridgeSocket.to(impatient, TOKEN);
                var alive = BridgeSocket.to(impatient, TOKEN)) {
            var pinging = new Thread(() -> {
                try {
                    silent.expectClosed();
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            pinging.start();
            while (pinging.isAlive()) {
                alive.send(new JsonObject().put("type", "ping"));
                assertThat(alive.read().getString("type")).isEqualTo("pong");
            }
            expectServed(alive);
        }
    }

    @Test
    void strangers_who_open_many_connections_do_not_displace_clients() throws IOException {
        List<Socket> strangers = new ArrayList<>();
        try (var logged = BridgeSocket.to(impatient, TOKEN)) {
            for (var count = 0; count < 3 * MAX_CONNECTIONS; count++) {
                strangers.add(new Socket(InetAddress.getLoopbackAddress(), impatient));
            }
            expectServed(logged);
            expectServed(impatient);
        } finally {
            for (var stranger : strangers) {
                stranger.close();
            }
        }
    }

    @Test
    void a_client_that_opens_too_many_connections_gets_503() throws IOException {
        try (var first = BridgeSocket.to(impatient, TOKEN);
                var second = BridgeSocket.to(impatient, TOKEN);
                var third = BridgeSocket.to(impatient)) {
            assertThat(code(third.logIn(TOKEN))).isEqualTo("overloaded");
            third.expectClosed();
            expectServed(first);
            expectServed(second);
        }
    }

    @Test
    void a_tls_handshake_that_never_comes_is_awaited_only_for_the_login_timeout(Service service, @TempDir Path folder)
            throws Exception {
        var certificate = IssuedCertificate.issue("bridge");
        var files = new PemFiles(folder);
        files.write(certificate);
        var secure = service.startBridge(settings(client())
                .put("login-timeout", "1 s")
                .put("max-connections", MAX_CONNECTIONS)
                .put("tls-certificate", files.certificate().toString())
                .put("tls-key", files.key().toString()));
        try (var silent = BridgeSocket.to(secure);
                var plain = BridgeSocket.to(secure);
                var encrypted = BridgeSocket.over(certificate
                        .trustingContext()
                        .getSocketFactory()
                        .createSocket(InetAddress.getLoopbackAddress(), secure))) {
            plain.send("{}");
            plain.expectClosed();
            assertThat(encrypted.logIn(TOKEN).getString("type")).isEqualTo("message");
            silent.expectClosed();
            expectServed(encrypted);
        }
    }
}
