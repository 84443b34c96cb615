package dev.registrar.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.registrar.platform.operations.NodeMetrics;
import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.BusSettings;
import dev.registrar.resource.bus.RequestLimits;
import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import dev.registrar.testing.Await;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that an endpoint replies to each message, and limits the number of concurrent requests. */
class ResourceEndpointTest {
    private static final ResourceType TYPE =
            ResourceType.named("shoes").table("shop.shoes").build();
    private static final String ADDRESS = "registrar.shoes";
    private static final BusSettings SETTINGS = new BusSettings(2, 1_000, Duration.ofMinutes(3));

    private static final Set<String> OF_ONE_RESOURCE = Set.of("get", "delete");

    @AutoClose
    private final Vertx vertx = Vertx.vertx();

    /** The reads in progress. */
    private final BlockingQueue<Promise<ResourceReply>> reads = new LinkedBlockingQueue<>();

    @BeforeEach
    void an_endpoint_whose_reads_are_finished_by_the_test() {
        Map<Action, ActionHandler> handlers = Map.of(
                Action.LIST,
                request -> {
                    var read = Promise.<ResourceReply>promise();
                    reads.add(read);
                    return read.future();
                },
                Action.DELETE,
                request -> Future.succeededFuture(ResourceReply.noContent()),
                Action.GET,
                request -> {
                    throw new IllegalStateException("broken");
                });
        var limits = new RequestLimits(2, NodeMetrics.of(vertx).rejections("verticle"));
        Await.success(new ResourceEndpoint(vertx, ADDRESS, ResourceTypes.of(TYPE), TYPE, handlers, SETTINGS, limits)
                .listen());
    }

    private Future<Message<Object>> send(String action) {
        var body = new JsonObject("""
                {"caller": {"name": "portal", "scopes": ["read", "create", "update", "delete"], "unbound": true}}""");
        var headers = new DeliveryOptions().addHeader("action", action);
        if (OF_ONE_RESOURCE.contains(action)) {
            headers.addHeader("id", "1");
        }
        if (action.equals("create")) {
            body.put("document", new JsonObject());
        }
        return vertx.eventBus().request(ADDRESS, body, headers);
    }

    private void finishOneRead() throws InterruptedException {
        reads.poll(1, TimeUnit.MINUTES).complete(ResourceReply.noContent());
    }

    private static void expectError(Future<Message<Object>> sent, int status, String code) {
        assertThatThrownBy(() -> Await.success(sent)).rootCause().satisfies(failure -> {
            assertThat(((ReplyException) failure).failureCode()).isEqualTo(status);
            assertThat(failure).hasMessageContaining(code);
        });
    }

    @Test
    void requests_above_the_limit_fail_until_another_one_is_done() throws InterruptedException {
        var first = send("list");
        var second = send("list");
        expectError(send("list"), 503, "overloaded");
        finishOneRead();
        Await.success(first);
        var fourth = send("list");
        finishOneRead();
        finishOneRead();
        Await.success(Future.all(second, fourth));
    }

    @Test
    void reads_do_not_count_against_the_limit_of_changes() throws InterruptedException {
        var reading = Future.all(send("list"), send("list"));
        assertThat(Await.success(send("delete")).headers().get("status")).isEqualTo("204");
        finishOneRead();
        finishOneRead();
        Await.success(reading);
    }

    @Test
    void a_failed_request_no_longer_counts() {
        for (var attempt = 0; attempt < 3; attempt++) {
            expectError(send("get"), 500, "internal_error");
        }
    }

    @Test
    void an_action_that_is_not_offered_is_an_error() {
        expectError(send("create"), 405, "method_not_allowed");
    }
}
