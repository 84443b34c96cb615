package dev.registrar.gateway.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.GatewayVerticle;
import dev.registrar.gateway.testing.Service;
import dev.registrar.testing.Await;
import dev.registrar.testing.connection.EventStreamClient;
import dev.registrar.testing.connection.OpenConnection;
import dev.registrar.testing.http.Client;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A gateway that is undeployed ends the streams of its clients, and follows events no longer although its JVM goes on. */
class UndeployedGatewayTest {
    private static final String LATEST = "latest";

    /** Further than one request for events of some types searches, so that the next request follows at once. */
    private static final int STEP = 3_000;

    @AutoClose
    private final Vertx vertx = Vertx.vertx();

    private final GatewayVerticle gateway = new GatewayVerticle();
    private final AtomicInteger requests = new AtomicInteger();
    private String deployment;

    @BeforeEach
    void sources_that_always_have_more() {
        vertx.eventBus().consumer("registrar.events.course", this::reply);
        vertx.eventBus().consumer("registrar.events.registration", this::reply);
    }

    private void reply(Message<JsonObject> request) {
        var after = request.body().getString("after");
        var position = 0L;
        if (!after.equals(LATEST)) {
            requests.incrementAndGet();
            position = Long.parseLong(after) + STEP;
        }
        var found = new JsonObject().put("events", new JsonArray()).put("position", Long.toString(position));
        // A read whose tens of thousands of steps end at once would keep its event loop from all other requests.
        vertx.setTimer(1, read -> request.reply(found));
    }

    @BeforeEach
    void a_gateway() {
        var configuration = Service.configuration("postgresql://nobody:nothing@127.0.0.1:1/none");
        configuration.getJsonObject("http").put("reply-timeout", "8 s");
        deployment = Await.success(vertx.deployVerticle(gateway, new DeploymentOptions().setConfig(configuration)));
    }

    private static boolean isConnectable(int port) {
        try (var connection = OpenConnection.to(port)) {
            return connection != null;
        } catch (IOException refused) {
            return false;
        }
    }

    /** A read that has begun looks for events for some seconds; following would never end. */
    private void awaitLastRequest() {
        Await.until("no more requests", () -> {
            var before = requests.get();
            // Other requests to the source would come before some of these.
            for (var i = 0; i < 300; i++) {
                Await.success(
                        vertx.eventBus().request("registrar.events.course", new JsonObject().put("after", LATEST)));
            }
            return requests.get() == before;
        });
    }

    @Test
    void an_undeployed_gateway_ends_its_streams_and_requests_no_more_events() {
        try (var stream =
                EventStreamClient.open("http://127.0.0.1:%s%s".formatted(gateway.port(), EventStreamClient.COURSES))) {
            Await.until("the sources are followed", () -> requests.get() > 20);
            Await.success(vertx.undeploy(deployment));
            stream.awaitEnd();
        }
        awaitLastRequest();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Accept: text/event-stream", "Prefer: wait=9"})
    void a_client_that_begins_to_wait_for_events_while_the_gateway_stops_gets_its_whole_response(String header)
            throws IOException {
        var request = Promise.<Message<Object>>promise();
        vertx.eventBus().consumer("registrar.courses", request::complete);
        var reader = Client.of("http://127.0.0.1:" + gateway.port()).withCredentials("reader", "reader");
        try (var connection = OpenConnection.to(gateway.port())) {
            // The gateway waits for the response to this request.
            var response = CompletableFuture.supplyAsync(() -> reader.get("/v1/courses/"));
            var slow = Await.success(request.future());
            var undeployed = vertx.undeploy(deployment);
            Await.until("new connections are refused", () -> !isConnectable(gateway.port()));
            connection.send("""
                    GET /v1/events/?page%%5Bafter%%5D=latest HTTP/1.1
                    Host: localhost
                    Authorization: Basic cmVhZGVyOnJlYWRlcg==
                    %s

                    """.formatted(header));
            assertThat(connection.readAll()).matches("(?s)HTTP/1.1 200 OK\n.*(\n0\n|})");
            slow.fail(503, "");
            assertThat(response.join().status()).isGreaterThanOrEqualTo(500);
            Await.success(undeployed);
        }
        awaitLastRequest();
    }
}
