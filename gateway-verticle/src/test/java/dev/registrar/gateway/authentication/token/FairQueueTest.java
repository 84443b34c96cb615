package dev.registrar.gateway.authentication.token;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.gateway.authentication.token.FairQueue.Bounds;
import dev.registrar.gateway.testing.Await;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.log.OccasionalWarning;
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

/** Two clients, of whom one brings more work than there is room for. */
@ExtendWith(VertxExtension.class)
class FairQueueTest {
    private final List<String> started = new CopyOnWriteArrayList<>();
    private final List<Promise<Void>> work = new CopyOnWriteArrayList<>();
    private FairQueue queue;

    @BeforeEach
    void a_queue_that_does_three_pieces_of_work_at_a_time_two_of_one_client(Vertx vertx) {
        queue = queue(vertx, Duration.ofMinutes(1));
    }

    private static FairQueue queue(Vertx vertx, Duration patience) {
        var warning = new OccasionalWarning(vertx, LoggerFactory.getLogger(FairQueueTest.class), "Refused");
        return new FairQueue(vertx, new Bounds(3, 2, 4, 3, patience), warning);
    }

    @CanIgnoreReturnValue
    private Future<Void> bring(String client) {
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
        Await.until("the next work is started", () -> started.size() > before);
    }

    private static void expectRefused(Future<Void> refused) {
        assertThat(refused.cause()).isInstanceOf(JsonApiException.class).hasMessageContaining("Too many concurrent");
    }

    @Test
    void one_client_never_has_all_the_places() {
        bring("busy");
        bring("busy");
        bring("busy");
        bring("other");
        assertThat(started).containsExactly("busy", "busy", "other");
    }

    @Test
    void clients_take_turns() {
        for (var number = 0; number < 5; number++) {
            bring("busy");
        }
        bring("other");
        bring("other");
        finish(0);
        finish(1);
        assertThat(started).containsExactly("busy", "busy", "other", "busy", "other");
    }

    @Test
    void who_waits_for_enough_gets_no_more_in() {
        for (var number = 0; number < 5; number++) {
            bring("busy");
        }
        expectRefused(bring("busy"));
    }

    @Test
    void who_waits_for_most_makes_room_for_others() {
        for (var number = 0; number < 4; number++) {
            bring("busy");
        }
        var last = bring("busy");
        bring("other");
        bring("other");
        assertThat(bring("another").isComplete()).isFalse();
        expectRefused(last);
        expectRefused(bring("busy"));
    }

    @Test
    void what_has_waited_for_too_long_is_given_up(Vertx vertx) {
        queue = queue(vertx, Duration.ofMillis(20));
        bring("busy");
        bring("busy");
        var late = bring("busy");
        Await.until("it is given up", late::isComplete);
        expectRefused(late);
        assertThat(started).hasSize(2);
    }

    @Test
    void work_that_throws_gives_its_place_back() {
        for (var number = 0; number < 5; number++) {
            assertThat(queue.run("busy", () -> {
                                throw new IllegalStateException("at once");
                            })
                            .cause())
                    .hasMessage("at once");
        }
    }
}
