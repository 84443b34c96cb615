package dev.registrar.gateway.authentication.token;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.gateway.authentication.token.FairQueue.Bounds;
import dev.registrar.gateway.testing.Await;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.log.OccasionalWarning;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;

/** A fair queue of two clients, one of which submits more work than the limits allow. */
@ExtendWith(VertxExtension.class)
class FairQueueTest {
    private final List<String> started = new CopyOnWriteArrayList<>();
    private final List<Promise<Void>> work = new CopyOnWriteArrayList<>();
    private final Counter rejections = new SimpleMeterRegistry().counter("rejections");
    private FairQueue queue;

    @BeforeEach
    void a_queue_that_runs_three_tasks_at_a_time_at_most_two_of_one_client(Vertx vertx) {
        queue = queue(vertx, Duration.ofMinutes(1));
    }

    private FairQueue queue(Vertx vertx, Duration maxWait) {
        var warning = new OccasionalWarning(vertx, LoggerFactory.getLogger(FairQueueTest.class), "Rejected");
        return new FairQueue(vertx, new Bounds(3, 2, 4, 3, maxWait), rejections, warning);
    }

    @CanIgnoreReturnValue
    private Future<Void> submit(String client) {
        return queue.run(client, () -> {
            started.add(client);
            var done = Promise.<Void>promise();
            work.add(done);
            return done.future();
        });
    }

    private void finish(int number) {
        var before = started.size();
        work.get(number).complete();
        Await.until("the next task is started", () -> started.size() > before);
    }

    private static void expectRejected(Future<Void> rejected) {
        assertThat(rejected.cause()).isInstanceOf(JsonApiException.class).hasMessageContaining("Too many concurrent");
    }

    @Test
    void one_client_cannot_occupy_all_places() {
        submit("busy");
        submit("busy");
        submit("busy");
        submit("other");
        assertThat(started).containsExactly("busy", "busy", "other");
    }

    @Test
    void waiting_clients_take_turns() {
        for (var number = 0; number < 5; number++) {
            submit("busy");
        }
        submit("other");
        submit("other");
        finish(0);
        finish(1);
        assertThat(started).containsExactly("busy", "busy", "other", "busy", "other");
    }

    @Test
    void a_client_at_its_limit_of_waiting_tasks_is_rejected() {
        for (var number = 0; number < 5; number++) {
            submit("busy");
        }
        expectRejected(submit("busy"));
        assertThat(rejections.count()).isEqualTo(1);
    }

    @Test
    void when_the_queue_is_full_the_client_with_the_most_waiting_tasks_loses_its_newest_one() {
        for (var number = 0; number < 4; number++) {
            submit("busy");
        }
        var last = submit("busy");
        submit("other");
        submit("other");
        assertThat(submit("another").isComplete()).isFalse();
        expectRejected(last);
        expectRejected(submit("busy"));
        assertThat(rejections.count()).isEqualTo(2);
    }

    @Test
    void a_task_that_has_waited_for_the_maximum_time_is_rejected(Vertx vertx) {
        queue = queue(vertx, Duration.ofMillis(20));
        submit("busy");
        submit("busy");
        var late = submit("busy");
        Await.until("the task is rejected", late::isComplete);
        expectRejected(late);
        assertThat(rejections.count()).isEqualTo(1);
        assertThat(started).hasSize(2);
    }

    @Test
    void a_task_that_throws_frees_its_place() {
        for (var number = 0; number < 5; number++) {
            assertThat(queue.run("busy", () -> {
                                throw new IllegalStateException("thrown by the task");
                            })
                            .cause())
                    .hasMessage("thrown by the task");
        }
    }
}
