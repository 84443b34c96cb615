package dev.registrar.gateway.hostile;

import static dev.registrar.gateway.testing.connection.BridgeClients.requests;
import static dev.registrar.gateway.testing.connection.BridgeClients.settings;
import static dev.registrar.gateway.testing.connection.BridgeClients.unbound;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.bridge.BridgeVerticle;
import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.connection.BridgeSocket;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients of the TCP bridge that read long replies late, slowly or never. */
class UnreadRepliesTest {
    private static final String TOKEN = "a token of many random characters";

    /** Longer than a test waits for anything. */
    private static final String NEVER = "80 s";

    /** What the operating system keeps for a client. */
    private static final int UNREAD_BYTES = 50_000;

    private static final JsonObject LIST = new JsonObject()
            .put("type", "send")
            .put("address", "registrar.catalogs")
            .put("replyAddress", "1")
            .put("headers", new JsonObject().put("action", "list"));

    private final Vertx vertx = Vertx.vertx();
    private final AtomicInteger replies = new AtomicInteger();

    @AfterEach
    void stop() {
        Await.success(vertx.close());
    }

    /** Starts a bridge to a verticle whose replies have this length; returns its port. */
    private int startBridge(int length, JsonObject settings) {
        var document = new JsonObject().put("data", "x".repeat(length)).toBuffer();
        vertx.eventBus().<Buffer>consumer("registrar.catalogs", request -> {
            replies.incrementAndGet();
            request.reply(document, new DeliveryOptions().addHeader("status", "200"));
        });
        var bridge = new BridgeVerticle("registrar.enrollment.decide", List.of());
        var configuration = Service.configuration("postgresql://nobody:nothing@127.0.0.1:1/none")
                .mergeIn(new JsonObject().put("bridge", settings.put("port", 0)), true);
        Await.success(vertx.deployVerticle(bridge, new DeploymentOptions().setConfig(configuration)));
        return bridge.port();
    }

    private static JsonObject client() {
        return settings(unbound("catalog", TOKEN, "read").put("requests", requests("catalogs", "list")));
    }

    private static Socket connect(int port) throws IOException {
        var socket = new Socket();
        socket.setReceiveBufferSize(UNREAD_BYTES);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return socket;
    }

    private static BridgeSocket logIn(Socket socket) throws IOException {
        var connection = BridgeSocket.over(socket);
        assertThat(connection.logIn(TOKEN).getString("type")).isEqualTo("message");
        return connection;
    }

    @Test
    void a_client_that_sends_requests_and_never_reads_is_closed_after_the_idle_timeout() throws IOException {
        var port = startBridge(400_000, client().put("idle-timeout", "900 ms"));
        try (var greedy = logIn(connect(port))) {
            var sending = CompletableFuture.runAsync(() -> sendUntilClosed(greedy));
            Await.until("the bridge has closed the connection", sending::isDone);
        }
    }

    private static void sendUntilClosed(BridgeSocket connection) {
        try {
            while (true) {
                connection.send(LIST);
            }
        } catch (IOException closed) {
            // As expected.
        }
    }

    @Test
    void requests_of_a_client_that_reads_late_wait_outside_the_memory_and_all_get_their_replies() throws IOException {
        var requests = 250;
        var port = startBridge(
                100_000,
                client().put("idle-timeout", NEVER).put("max-in-flight", 3).put("max-pending-bytes", 2_000_000));
        try (var late = logIn(connect(port));
                var diligent = logIn(connect(port))) {
            for (var count = 0; count < requests; count++) {
                late.send(LIST);
            }
            var before = new AtomicInteger(-1);
            Await.until("the bridge reads no more of its requests", () -> {
                expectReply(diligent);
                return before.getAndSet(replies.get()) == replies.get() - 1;
            });
            assertThat(replies.get()).isLessThan(requests);
            for (var count = 0; count < requests; count++) {
                assertThat(late.read().getString("type")).isEqualTo("message");
            }
        }
    }

    private static void expectReply(BridgeSocket connection) {
        try {
            connection.send(LIST);
            assertThat(connection.read().getString("type")).isEqualTo("message");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void a_client_that_reads_a_long_reply_slowly_but_steadily_is_not_closed() throws IOException {
        var length = 24_000_000;
        var port = startBridge(length, client().put("idle-timeout", "4 s").put("max-pending-bytes", 2 * length));
        try (var socket = connect(port);
                var slow = logIn(socket)) {
            slow.send(LIST);
            var received = 0;
            while (received < length) {
                received += read(socket, length / 100);
                Await.success(vertx.timer(80));
            }
        }
    }

    private static int read(Socket socket, int length) throws IOException {
        var bytes = socket.getInputStream().readNBytes(length).length;
        assertThat(bytes)
                .as("The bytes before the bridge has closed the connection")
                .isEqualTo(length);
        return bytes;
    }
}
