package dev.registrar.gateway.cluster;

import static dev.registrar.gateway.testing.connection.BridgeClients.requests;
import static dev.registrar.gateway.testing.connection.BridgeClients.settings;
import static dev.registrar.gateway.testing.connection.BridgeClients.unbound;
import static dev.registrar.gateway.testing.connection.BridgeSocket.firstError;
import static dev.registrar.gateway.testing.document.Documents.course;
import static dev.registrar.gateway.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.launcher.node.Deployment;
import dev.registrar.gateway.launcher.node.Role;
import dev.registrar.gateway.launcher.node.Roles;
import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.TestDatabase;
import dev.registrar.gateway.testing.connection.BridgeSocket;
import dev.registrar.gateway.testing.node.LocalCluster;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A client of a bridge uses verticles that run on another node. */
class BridgeOnAnotherNodeTest {
    private static final String TOKEN = "the token of the portal";
    private static final String DECIDE = "registrar.enrollment.decide";

    private final LocalCluster cluster = new LocalCluster();
    private TestDatabase database;
    private Vertx bridgeNode;
    private Deployment bridge;

    @BeforeEach
    void a_node_with_the_bridge_alone() throws IOException {
        database = TestDatabase.start();
        var client = unbound("portal", TOKEN, "read", "create")
                .put("requests", requests("courses", "list", "create"))
                .put("follow-events", true)
                .put("decide-enrollments", true);
        bridgeNode = cluster.start();
        bridge = deploy(bridgeNode, Role.BRIDGE, settings(client).put("port", 0));
    }

    @AfterEach
    void stop() {
        cluster.close();
        database.close();
    }

    private void startCourses(Vertx node) {
        var unused = deploy(node, Role.COURSE, new JsonObject());
    }

    private Deployment deploy(Vertx node, Role role, JsonObject bridgeSettings) {
        var configuration =
                Service.configuration(database.uri()).mergeIn(new JsonObject().put("bridge", bridgeSettings), true);
        var deployment = new Deployment(node, configuration, new Roles(EnumSet.of(role), 1));
        Await.success(deployment.start());
        return deployment;
    }

    private static void register(BridgeSocket client, String address) throws IOException {
        client.send(
                new JsonObject().put("type", "register").put("address", address).put("replyAddress", "registered"));
        assertThat(client.read().getString("address")).isEqualTo("registered");
    }

    private static void expectReplyAndEvent(BridgeSocket client) throws IOException {
        var identifier = unique("BRIDGE");
        var document = new JsonObject(course(identifier, "Logic").toString());
        client.send(new JsonObject()
                .put("type", "send")
                .put("address", "registrar.courses")
                .put("replyAddress", identifier)
                .put("headers", new JsonObject().put("action", "create"))
                .put("body", new JsonObject().put("document", document)));
        assertThat(Stream.of(client.read(), client.read()))
                .allSatisfy(frame -> assertThat(frame.encode()).contains(identifier))
                .extracting(frame -> frame.getString("address"))
                .containsExactlyInAnyOrder(identifier, "registrar.events");
    }

    @Test
    void a_client_gets_replies_and_events_from_another_node_an_error_when_that_is_lost_and_both_from_the_next()
            throws IOException {
        var courses = cluster.start();
        startCourses(courses);
        try (var client = BridgeSocket.to(bridge.bridgePort(), TOKEN)) {
            register(client, "registrar.events");
            expectReplyAndEvent(client);
            LocalCluster.lose(courses);
            cluster.stop(courses);
            var headers = Map.of("action", "list", "timeout", "900");
            var error = firstError(client.request("registrar.courses", headers, new JsonObject()));
            assertThat(error.getString("code")).isEqualTo("service_unavailable");
            Await.until(
                    "the lost verticle is forgotten",
                    () -> LocalCluster.knowsNoConsumer(bridgeNode, "registrar.courses"));
            startCourses(cluster.start());
            expectReplyAndEvent(client);
        }
    }

    @Test
    void a_client_is_asked_by_another_node_and_remains_connected_when_that_is_lost() throws IOException {
        var asking = cluster.start();
        try (var client = BridgeSocket.to(bridge.bridgePort(), TOKEN)) {
            register(client, DECIDE);
            var decided = ask(asking);
            confirm(client, client.read());
            assertThat(Await.success(decided).getString("decision")).isEqualTo("confirm");

            var lost = ask(asking);
            var question = client.read();
            LocalCluster.lose(asking);
            cluster.stop(asking);
            confirm(client, question);
            assertThat(client.ping()).isTrue();
            assertThat(lost.succeeded()).isFalse();
        }
    }

    private static Future<JsonObject> ask(Vertx node) {
        return node.eventBus()
                .<JsonObject>request(DECIDE, new JsonObject().put("uni", "ab1234"))
                .map(Message::body);
    }

    private static void confirm(BridgeSocket client, JsonObject question) throws IOException {
        assertThat(question.getJsonObject("body").getString("uni")).isEqualTo("ab1234");
        client.send(new JsonObject()
                .put("type", "send")
                .put("address", question.getString("replyAddress"))
                .put("body", new JsonObject().put("decision", "confirm")));
    }
}
