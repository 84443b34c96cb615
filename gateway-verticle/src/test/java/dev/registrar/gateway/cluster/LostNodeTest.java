package dev.registrar.gateway.cluster;

import static dev.registrar.gateway.testing.node.LocalCluster.REPLY_TIMEOUT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.GatewayVerticle;
import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Client;
import dev.registrar.gateway.testing.Response;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.node.LocalCluster;
import dev.registrar.resource.bus.receiving.ErrorReply;
import dev.registrar.resource.error.ErrorCode;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests under way to a node that is lost: their responses do not wait for a time-out. */
class LostNodeTest {
    private static final String COURSES = "registrar.courses";
    private static final String ID = "0c5b3df5-f147-45e4-b8a4-904fb8aa18a2";
    private static final String CHANGE = """
            {"data": {"type": "courses", "id": "%s", "attributes": {"course_name": "Logic"}}}""".formatted(ID);

    private final LocalCluster cluster = new LocalCluster();
    private final Queue<Message<Object>> unanswered = new ConcurrentLinkedQueue<>();
    private Client client;
    private Vertx node;
    private Vertx silent;

    @BeforeEach
    void a_gateway_and_a_node_that_replies_to_nothing() {
        node = cluster.start();
        client = startGateway(REPLY_TIMEOUT);
        silent = cluster.start();
        consume(silent, unanswered::add);
    }

    private Client startGateway(String replyTimeout) {
        var gateway = new GatewayVerticle();
        var http = new JsonObject().put("reply-timeout", replyTimeout).put("idle-timeout", "90 s");
        var configuration =
                Service.configuration("postgresql://unused").mergeIn(new JsonObject().put("http", http), true);
        Await.success(node.deployVerticle(gateway, new DeploymentOptions().setConfig(configuration)));
        return Client.of("http://127.0.0.1:" + gateway.port()).withCredentials("admin", "admin");
    }

    @AfterEach
    void stop() {
        cluster.close();
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

    private static void refuse(Message<Object> message) {
        ErrorReply.send(message, ErrorCode.NOT_FOUND.because("There is none.").asException());
    }

    @Test
    void another_node_is_asked_to_read() {
        var read = send(2, () -> client.get("/v1/courses/" + ID + "/"));
        Await.until("the requests are under way", () -> unanswered.size() == 2);
        consume(cluster.start(), LostNodeTest::refuse);
        LocalCluster.lose(silent);
        read.forEach(response -> response.join().expectStatus(404));
    }

    @Test
    void another_node_is_asked_to_read_while_one_is_frozen_and_still_belongs_to_the_cluster() {
        var impatient = startGateway("3900 ms");
        consume(cluster.start(), LostNodeTest::refuse);
        var read = send(2, () -> impatient.get("/v1/courses/" + ID + "/"));
        read.forEach(response -> response.join().expectStatus(404));
        assertThat(unanswered).isNotEmpty();
    }

    @Test
    void a_write_whose_outcome_is_unknown_is_not_sent_again_and_gets_503() {
        var written = send(2, () -> client.patch("/v1/courses/" + ID + "/", CHANGE));
        Await.until("the requests are under way", () -> unanswered.size() == 2);
        consume(cluster.start(), unanswered::add);
        LocalCluster.lose(silent);
        Await.until("there are responses", () -> written.stream().allMatch(CompletableFuture::isDone));
        written.forEach(response -> assertThat(response.join()
                        .expectStatus(503)
                        .expectHeader("Retry-After", "1")
                        .text("/errors/0/detail"))
                .contains("may have been made or not", "same Idempotency-Key"));
        assertThat(unanswered).hasSize(2);
    }

    @Test
    void a_write_that_nobody_has_got_is_sent_when_there_is_a_consumer_again() {
        LocalCluster.lose(silent);
        Await.until("nobody is left to send to", () -> LocalCluster.knowsNoConsumer(node, COURSES));
        var sendings = new AtomicInteger();
        node.eventBus().addOutboundInterceptor(sending -> {
            if (sending.message().address().equals(COURSES)) {
                sendings.incrementAndGet();
            }
            sending.next();
        });
        var written = send(1, () -> client.patch("/v1/courses/" + ID + "/", CHANGE));
        Await.until("it has been tried in vain", () -> sendings.get() > 0);
        consume(node, LostNodeTest::refuse);
        written.get(0).join().expectStatus(404);
    }
}
