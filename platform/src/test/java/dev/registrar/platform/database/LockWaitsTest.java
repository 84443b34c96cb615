package dev.registrar.platform.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.platform.time.Deadline;
import dev.registrar.testing.Await;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.impl.ContextInternal;
import io.vertx.pgclient.PgException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Requests that wait for locked rows. */
class LockWaitsTest {
    @AutoClose
    private static final Vertx VERTX = Vertx.vertx();

    private static final ContextInternal EVENT_LOOP = (ContextInternal) VERTX.getOrCreateContext();

    private final Random random = new Random(20_261);

    private static Future<Integer> locked() {
        return Future.failedFuture(new PgException("canceled", "ERROR", "55P03", ""));
    }

    /** Runs the work of a request in a context of its own, as the service does. */
    private static Future<Integer> run(LockWaits locks, String row, int millis, Supplier<Future<Integer>> attempt) {
        var result = Promise.<Integer>promise();
        EVENT_LOOP.duplicate().runOnContext(begun -> {
            var deadline = Deadline.in(Duration.ofMillis(millis));
            locks.run(
                            new CallContext("courses", "update", "somebody", Optional.of(row), () -> deadline),
                            attempt,
                            attempt)
                    .onComplete(result);
        });
        return result.future();
    }

    @Test
    void a_row_can_be_changed_when_its_lock_ends_after_those_who_waited_have_given_up() {
        var rows = Stream.generate(() -> new LockWaits(VERTX, Duration.ofSeconds(70)))
                .limit(1000)
                .toList();
        var waiting = rows.stream()
                .flatMap(row -> IntStream.range(0, 14)
                        .mapToObj(each -> run(row, "row", 90 + random.nextInt(400), LockWaitsTest::locked)))
                .toList();
        assertThat(Await.success(Future.join(waiting).otherwiseEmpty())).isNull();
        assertThat(waiting).allMatch(Future::failed);
        var changed = rows.stream()
                .map(row -> run(row, "row", 7000, () -> Future.succeededFuture(5)))
                .toList();
        assertThat(Await.success(Future.all(changed)).<Integer>list()).hasSameElementsAs(List.of(5));
    }

    @Test
    void each_of_many_locked_rows_is_tried_again_before_its_time_is_over() {
        var locks = new LockWaits(VERTX, Duration.ofSeconds(70));
        var isFree = new AtomicBoolean();
        var waiting = IntStream.range(0, 3000)
                .mapToObj(row -> run(
                        locks, Integer.toString(row), 2000, () -> isFree.get() ? Future.succeededFuture(5) : locked()))
                .toList();
        VERTX.setTimer(500, over -> isFree.set(true));
        assertThat(Await.success(Future.all(waiting)).<Integer>list()).containsOnly(5);
    }
}
