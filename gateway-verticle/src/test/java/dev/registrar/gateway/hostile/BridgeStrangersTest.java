package dev.registrar.gateway.hostile;

import static dev.registrar.gateway.testing.connection.BridgeClients.requests;
import static dev.registrar.gateway.testing.connection.BridgeClients.settings;
import static dev.registrar.gateway.testing.connection.BridgeClients.unbound;
import static dev.registrar.gateway.testing.connection.BridgeSocket.firstError;
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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Strangers who connect to the TCP bridge and do not log in. */
@ExtendWith(ServiceExtension.class)
class BridgeStrangersTest {
    private static final String TOKEN = "a token of many random characters";
    private static final int MAX_CONNECTIONS = 4;

    /** Longer than a test waits for anything, so that only what a stranger sends closes its connection. */
    private static final String LATE = "80 s";

    private static int port;
    private static int impatient;
    private static int narrow;

    private static JsonObject client() {
        return unbound("portal", TOKEN, "read").put("requests", requests("courses", "list"));
    }

    @BeforeAll
    static void start(Service service) {
        port = service.startBridge(settings(client()).put("login-timeout", LATE).put("idle-timeout", LATE));
        impatient = service.startBridge(settings(client())
                .put("login-timeout", "4 s")
                .put("idle-timeout", LATE)
                .put("max-connections", MAX_CONNECTIONS));
        narrow = service.startBridge(settings(client())
                .put("login-timeout", LATE)
                .put("idle-timeout", LATE)
                .put("max-connections", MAX_CONNECTIONS));
    }

    private static void expectServed(int bridge) throws IOException {
        try (var connection = BridgeSocket.to(bridge, TOKEN)) {
            connection.expectServed();
        }
    }

    @Test
    void a_connection_without_a_login_is_closed_after_a_short_time_even_if_it_sends_pings() throws IOException {
        try (var connection = BridgeSocket.to(impatient)) {
            Await.until("the connection is closed", () -> !connection.ping());
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
            assertThat(firstError(connection.logIn(token)).getString("code")).isEqualTo("unauthenticated");
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
            assertThat(connection.readError().getString("code")).isEqualTo("body_too_large");
            connection.expectClosed();
        }
    }

    @Test
    void strangers_who_open_many_connections_do_not_displace_clients() throws IOException {
        List<Socket> strangers = new ArrayList<>();
        try (var logged = BridgeSocket.to(impatient, TOKEN)) {
            for (var count = 0; count < 3 * MAX_CONNECTIONS; count++) {
                strangers.add(new Socket(InetAddress.getLoopbackAddress(), impatient));
            }
            logged.expectServed();
            expectServed(impatient);
        } finally {
            for (var stranger : strangers) {
                stranger.close();
            }
        }
    }

    @Test
    void beyond_the_largest_number_of_connections_the_oldest_stranger_is_closed() throws IOException {
        try (var client = BridgeSocket.to(narrow, TOKEN);
                var oldest = BridgeSocket.to(narrow);
                var second = BridgeSocket.to(narrow);
                var third = BridgeSocket.to(narrow);
                var fourth = BridgeSocket.to(narrow)) {
            oldest.expectClosed();
            assertThat(List.of(client, second, third, fourth)).allMatch(BridgeSocket::ping);
        }
    }

    @Test
    void a_tls_handshake_that_never_comes_is_awaited_only_for_the_login_timeout(Service service, @TempDir Path folder)
            throws Exception {
        var certificate = IssuedCertificate.issue("bridge");
        var files = new PemFiles(folder);
        files.write(certificate);
        var secure = service.startBridge(settings(client())
                .put("login-timeout", "6 s")
                .put("max-connections", MAX_CONNECTIONS)
                .put("tls-certificate", files.certificate().toString())
                .put("tls-key", files.key().toString()));
        try (var encrypted = BridgeSocket.over(certificate
                .trustingContext()
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), secure))) {
            assertThat(encrypted.logIn(TOKEN).getString("type")).isEqualTo("message");
            try (var silent = BridgeSocket.to(secure);
                    var plain = BridgeSocket.to(secure)) {
                plain.send("{}");
                plain.expectClosed();
                silent.expectClosed();
            }
            encrypted.expectServed();
        }
    }
}
