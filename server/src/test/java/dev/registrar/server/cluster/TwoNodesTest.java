package dev.registrar.server.cluster;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.authentication.Sessions.open;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.registrar.server.node.Deployment;
import dev.registrar.server.testing.Exposition;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceDatabase;
import dev.registrar.server.testing.node.LocalCluster;
import dev.registrar.testing.Await;
import dev.registrar.testing.RecordedLog;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.eventbus.EventSubscriber;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.Response;
import dev.registrar.testing.postgresql.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two nodes with all roles on one database behave the same, whichever of them a client calls. */
class TwoNodesTest {
    private static final LocalCluster CLUSTER = new LocalCluster();
    private static final List<Vertx> NODES = new ArrayList<>();
    private static final List<Client> ADMINS = new ArrayList<>();
    private static final List<Client> OPERATIONS = new ArrayList<>();
    private static final List<EventSubscriber> SUBSCRIBERS = new ArrayList<>();

    private static TestDatabase database;

    @BeforeAll
    static void start() throws IOException {
        database = ServiceDatabase.start();
        startNode();
        startNode();
    }

    private static void startNode() {
        var node = CLUSTER.start();
        var configuration = Service.configuration(database.uri());
        configuration.getJsonObject("operations").put("metrics", true);
        var deployment = new Deployment(node, configuration);
        var port = Await.success(deployment.start());
        OPERATIONS.add(Client.of("http://127.0.0.1:" + deployment.operationsPort()));
        ADMINS.add(Client.of("http://127.0.0.1:" + port).withCredentials("admin", "admin"));
        SUBSCRIBERS.add(new EventSubscriber(node));
        NODES.add(node);
    }

    @AfterAll
    static void stop() {
        CLUSTER.close();
        database.close();
    }

    private static Response newCourse() {
        return ADMINS.get(0)
                .post("/v1/courses/", course(unique("NODES"), "Change 0"))
                .expectStatus(201);
    }

    /** Renames a course; consecutive numbers use different gateways. */
    private static void rename(String course, int number) {
        ADMINS.get(number % 2)
                .patch(
                        "/v1/courses/%s/".formatted(course),
                        Document.of("courses", course).attribute("course_name", "Change %s".formatted(number)))
                .expectStatus(200);
    }

    private static List<String> names(EventSubscriber subscriber, String course) {
        return subscriber.about("courses/" + course).stream()
                .map(event -> event.getJsonObject("data")
                        .getJsonObject("data")
                        .getJsonObject("attributes")
                        .getString("course_name"))
                .toList();
    }

    @Test
    void the_metrics_of_both_nodes_count_the_nodes_and_the_sessions_of_the_cluster() {
        open(ADMINS.get(0));
        open(ADMINS.get(1));
        for (var node : OPERATIONS) {
            Await.until("both sessions", () -> Exposition.of(node).value("registrar_sessions") == 2);
            assertThat(Exposition.of(node).value("registrar_cluster_nodes")).isEqualTo(2);
        }
    }

    @Test
    void a_program_of_others_does_not_count_as_a_node() {
        try (var log = RecordedLog.start(this)) {
            var program = CLUSTER.joinAsProgram();
            Await.until(
                    "the nodes know the program",
                    () -> NODES.stream().allMatch(node -> LocalCluster.sizeSeenBy(node) == 3));
            assertThat(OPERATIONS)
                    .allSatisfy(node -> assertThat(Exposition.of(node).value("registrar_cluster_nodes"))
                            .isEqualTo(2));
            CLUSTER.stop(program);
            Await.until(
                    "its end is logged",
                    () -> log.messages(Level.INFO).stream()
                            .anyMatch(message -> message.endsWith("has left the cluster (nodes: 2)")));
        }
    }

    @Test
    void subscribers_on_both_nodes_receive_each_event_once_and_in_order() {
        var course = newCourse().id();
        IntStream.rangeClosed(1, 30).forEach(number -> rename(course, number));
        var expected = IntStream.rangeClosed(0, 30)
                .mapToObj(number -> "Change " + number)
                .toList();
        for (var subscriber : SUBSCRIBERS) {
            Await.until(
                    "the subscriber has received all events",
                    () -> names(subscriber, course).size() >= expected.size());
            assertThat(names(subscriber, course)).isEqualTo(expected);
        }
    }

    @Test
    void a_gateway_sends_requests_to_the_verticles_of_its_own_node() {
        var other = CLUSTER.start();
        Queue<Message<Object>> sentToOther = new ConcurrentLinkedQueue<>();
        var consumer = other.eventBus().consumer("registrar.courses", sentToOther::add);
        Await.success(Future.<Void>future(consumer::completionHandler));
        var courses = IntStream.range(0, 6).mapToObj(number -> newCourse().id()).toList();
        for (var course : courses) {
            ADMINS.get(1).get("/v1/courses/" + course + "/").expectStatus(200);
        }
        assertThat(sentToOther).isEmpty();
        CLUSTER.stop(other);
        Await.until(
                "the nodes know that it has left",
                () -> NODES.stream().allMatch(node -> LocalCluster.sizeSeenBy(node) == 2));
    }
}
