package dev.registrar.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.BusSettings;
import dev.registrar.resource.bus.ResourceReply;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An address answers each message, and works on so many at once as it is allowed to. */
class ResourceEndpointTest {
    private static final String ADDRESS = "registrar.shoes";
    private static final BusSettings TWO_AT_ONCE = new BusSettings(2, 1_000, Duration.ofMinutes(3));

    private static final Set<String> OF_ONE_RESOURCE = Set.of("get", "delete");

    private final Vertx vertx = Vertx.vertx();

    /** Reads that are worked on. */
    private final BlockingQueue<Promise<ResourceReply>> reads = new LinkedBlockingQueue<>();

    @BeforeEach
    void an_address_whose_reads_take_as_long_as_the_test_likes() {
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
        await(new ResourceEndpoint(ADDRESS, handlers, TWO_AT_ONCE).offer(vertx));
    }

    @AfterEach
    void stop() {
        assertThat(vertx.close().toCompletionStage().toCompletableFuture()).succeedsWithin(1, TimeUnit.MINUTES);
    }

    @CanIgnoreReturnValue
    private static <T> T await(Future<T> future) {
        return future.toCompletionStage()
                .toCompletableFuture()
                .orTimeout(1, TimeUnit.MINUTES)
                .join();
    }

    private Future<Message<Object>> send(String action) {
        var body = new JsonObject().put("caller", new JsonObject().put("name", "portal"));
        var headers = new DeliveryOptions().addHeader("action", action);
        if (OF_ONE_RESOURCE.contains(action)) {
            headers.addHeader("id", "1");
        }
        return vertx.eventBus().request(ADDRESS, body, headers);
    }

    private void finishOneRead() throws InterruptedException {
        reads.poll(1, TimeUnit.MINUTES).complete(ResourceReply.noContent());
    }

    private static void expectRefusal(Future<Message<Object>> sent, int status, String code) {
        assertThatThrownBy(() -> await(sent)).cause().satisfies(failure -> {
            assertThat(((ReplyException) failure).failureCode()).isEqualTo(status);
            assertThat(failure).hasMessageContaining(code);
        });
    }

    @Test
    void what_is_too_much_is_refused_until_something_is_done() throws InterruptedException {
        var first = send("list");
        var second = send("list");
        expectRefusal(send("list"), 503, "overloaded");
        finishOneRead();
        await(first);
        var fourth = send("list");
        finishOneRead();
        finishOneRead();
        await(Future.all(second, fourth));
    }

    @Test
    void readers_take_no_room_from_those_who_change_something() throws InterruptedException {
        var reading = Future.all(send("list"), send("list"));
        assertThat(await(send("delete")).headers().get("status")).isEqualTo("204");
        finishOneRead();
        finishOneRead();
        await(reading);
    }

    @Test
    void what_fails_takes_no_room() {
        for (var attempt = 0; attempt < 3; attempt++) {
            expectRefusal(send("get"), 500, "internal_error");
        }
    }

    @Test
    void an_action_that_is_not_offered_is_refused() {
        expectRefusal(send("create"), 405, "method_not_allowed");
    }
}
