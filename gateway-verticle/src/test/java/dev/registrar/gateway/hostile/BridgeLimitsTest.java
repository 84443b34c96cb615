package dev.registrar.gateway.hostile;

import static dev.registrar.gateway.testing.connection.BridgeClients.requests;
import static dev.registrar.gateway.testing.connection.BridgeClients.settings;
import static dev.registrar.gateway.testing.connection.BridgeClients.unbound;
import static dev.registrar.gateway.testing.connection.BridgeSocket.firstError;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.gateway.testing.connection.BridgeSocket;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Clients of the TCP bridge that send too much, do not read their events or are silent. */
@ExtendWith(ServiceExtension.class)
class BridgeLimitsTest {
    private static final String TOKEN = "a token of many random characters";
    private static final int MAX_CONNECTIONS_PER_CLIENT = 2;
    private static final int MAX_PENDING_BYTES = 300_000;

    private static int port;
    private static int impatient;
    private static int narrow;

    @BeforeAll
    static void start(Service service) {
        var client = unbound("portal", TOKEN, "read")
                .put("follow-events", true)
                .put("requests", requests("courses", "list"));
        port = service.startBridge(settings(client));
        impatient = service.startBridge(settings(client).put("idle-timeout", "700 ms"));
        narrow = service.startBridge(settings(client)
                .put("max-connections-per-client", MAX_CONNECTIONS_PER_CLIENT)
                .put("max-pending-bytes", MAX_PENDING_BYTES));
    }

    @Test
    void registering_again_and_again_takes_no_memory_and_events_still_come_once_until_the_client_unregisters(
            Service service) throws Exception {
        var frame = new JsonObject().put("type", "register").put("address", "registrar.events");
        try (var connection = BridgeSocket.to(port, TOKEN)) {
            for (var count = 0; count < 100_000; count++) {
                connection.send(frame);
            }
            connection.expectServed();
            var event = new JsonObject().put("id", "the only one");
            service.vertx().eventBus().publish("registrar.events", event);
            assertThat(connection.read().getJsonObject("body")).isEqualTo(event);
            connection.send(new JsonObject().put("type", "unregister").put("address", "registrar.events"));
            connection.expectServed();
            service.vertx().eventBus().publish("registrar.events", event);
            connection.expectServed();
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
            diligent.expectServed();
        }
    }

    @Test
    void a_connection_that_is_silent_or_stops_within_a_frame_is_closed_and_one_that_sends_pings_is_not()
            throws IOException {
        try (var silent = BridgeSocket.to(impatient, TOKEN);
                var halted = BridgeSocket.to(impatient, TOKEN);
                var alive = BridgeSocket.to(impatient, TOKEN)) {
            halted.sendPart(1000, "{\"type\":\"ping\"}");
            var closed = CompletableFuture.allOf(
                    CompletableFuture.runAsync(silent::expectClosed), CompletableFuture.runAsync(halted::expectClosed));
            Await.until("the others are closed", () -> alive.ping() && closed.isDone());
            closed.join();
            alive.expectServed();
        }
    }

    @Test
    void connections_that_announce_more_than_the_bridge_may_hold_are_closed_beginning_with_the_largest()
            throws IOException {
        try (var small = BridgeSocket.to(narrow, TOKEN);
                var large = BridgeSocket.to(narrow, TOKEN)) {
            large.sendPart(MAX_PENDING_BYTES - 1000, "{");
            small.sendPart(2000, "{");
            large.expectClosed();
            small.sendRest(2000 - 1);
            assertThat(small.readError().getString("code")).isEqualTo("malformed_json");
        }
    }

    @Test
    void a_client_that_opens_too_many_connections_gets_503() throws IOException {
        try (var first = BridgeSocket.to(narrow, TOKEN);
                var second = BridgeSocket.to(narrow, TOKEN);
                var third = BridgeSocket.to(narrow)) {
            assertThat(firstError(third.logIn(TOKEN)).getString("code")).isEqualTo("overloaded");
            third.expectClosed();
            first.expectServed();
            second.expectServed();
        }
    }
}
