package dev.registrar.server.cluster;

import static dev.registrar.server.testing.node.LocalCluster.REPLY_TIMEOUT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.GatewayVerticle;
import dev.registrar.resource.bus.ErrorReply;
import dev.registrar.resource.error.ErrorCode;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.node.LocalCluster;
import dev.registrar.testing.Await;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.Response;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests sent to a node that is lost get a response without waiting for the timeout. */
class LostNodeTest {
    private static final String COURSES = "registrar.courses";
    private static final String ID = "0c5b3df5-f147-45e4-b8a4-904fb8aa18a2";
    private static final String CHANGE = """
            {"data": {"type": "courses", "id": "%s", "attributes": {"course_name": "Logic"}}}""".formatted(ID);

    @AutoClose
    private final LocalCluster cluster = new LocalCluster();

    private final Queue<Message<Object>> withoutReply = new ConcurrentLinkedQueue<>();
    private Client client;
    private Vertx node;
    private Vertx silent;

    @BeforeEach
    void a_gateway_and_a_node_that_never_replies() {
        node = cluster.start();
        client = startGateway(REPLY_TIMEOUT);
        silent = cluster.start();
        consume(silent, withoutReply::add);
    }

    private Client startGateway(String replyTimeout) {
        var gateway = new GatewayVerticle();
        var http = new JsonObject().put("reply-timeout", replyTimeout).put("idle-timeout", "90 s");
        var configuration =
                Service.configuration("postgresql://unused").mergeIn(new JsonObject().put("http", http), true);
        Await.success(node.deployVerticle(gateway, new DeploymentOptions().setConfig(configuration)));
        return Client.of("http://127.0.0.1:" + gateway.port()).withCredentials("admin", "admin");
    }

    private static void consume(Vertx node, Handler<Message<Object>> handler) {
        var consumer = node.eventBus().consumer(COURSES, handler);
        Await.success(Future.<Void>future(consumer::completionHandler));
    }

    private static List<CompletableFuture<Response>> send(int count, Supplier<Response> request) {
        return Stream.generate(() -> CompletableFuture.supplyAsync(request))
                .limit(count)
                .toList();
    }

    private static void replyNotFound(Message<Object> message) {
        ErrorReply.send(
                message, ErrorCode.NOT_FOUND.because("There is no such course.").asException());
    }

    @Test
    void a_read_sent_to_a_lost_node_is_sent_again_to_another_node() {
        var read = send(2, () -> client.get("/v1/courses/" + ID + "/"));
        Await.until("the silent node has received both requests", () -> withoutReply.size() == 2);
        consume(cluster.start(), LostNodeTest::replyNotFound);
        LocalCluster.lose(silent);
        read.forEach(response -> response.join().expectStatus(404));
    }

    @Test
    void a_read_sent_to_a_frozen_node_that_still_belongs_to_the_cluster_is_sent_again_to_another_node() {
        var clientWithShortTimeout = startGateway("3900 ms");
        consume(cluster.start(), LostNodeTest::replyNotFound);
        var read = send(2, () -> clientWithShortTimeout.get("/v1/courses/" + ID + "/"));
        read.forEach(response -> response.join().expectStatus(404));
        assertThat(withoutReply).isNotEmpty();
    }

    @Test
    void a_write_sent_to_a_lost_node_is_not_sent_again_and_gets_503() {
        var written = send(2, () -> client.patch("/v1/courses/" + ID + "/", CHANGE));
        Await.until("the silent node has received both requests", () -> withoutReply.size() == 2);
        consume(cluster.start(), withoutReply::add);
        LocalCluster.lose(silent);
        Await.until("both writes have a response", () -> written.stream().allMatch(CompletableFuture::isDone));
        written.forEach(response -> assertThat(response.join()
                        .expectStatus(503)
                        .expectHeader("Retry-After", "1")
                        .text("/errors/0/detail"))
                .contains("may or may not have been made", "before you repeat it"));
        assertThat(withoutReply).hasSize(2);
    }

    @Test
    void a_write_without_a_consumer_is_sent_as_soon_as_there_is_one_again() {
        LocalCluster.lose(silent);
        Await.until("there is no consumer", () -> LocalCluster.knowsNoConsumer(node, COURSES));
        var attempts = new AtomicInteger();
        node.eventBus().addOutboundInterceptor(delivery -> {
            if (delivery.message().address().equals(COURSES)) {
                attempts.incrementAndGet();
            }
            delivery.next();
        });
        var written = send(1, () -> client.patch("/v1/courses/" + ID + "/", CHANGE));
        Await.until("sending has failed once", () -> attempts.get() > 0);
        consume(node, LostNodeTest::replyNotFound);
        written.get(0).join().expectStatus(404);
    }
}
