package dev.registrar.platform.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ConcurrencyLimitTest {
    private final AtomicInteger rejected = new AtomicInteger();
    private final ConcurrencyLimit limit =
            new ConcurrencyLimit(2, () -> new IllegalStateException("rejection " + rejected.incrementAndGet()));

    private static Future<Void> mistake() {
        throw new IllegalArgumentException("a mistake of the work");
    }

    private static void begin(ConcurrencyLimit limit, Promise<Void> work) {
        var unused = limit.run(work::future);
    }

    private static Future<Void> neverStarted() {
        throw new AssertionError("work above the limit was started");
    }

    @Test
    void work_above_the_limit_is_rejected_without_being_started_until_other_work_has_ended() {
        var first = Promise.<String>promise();
        var second = Promise.<String>promise();
        var result = limit.run(first::future);
        var failure = limit.run(second::future);
        assertThat(limit.run(ConcurrencyLimitTest::neverStarted).cause()).hasMessage("rejection 1");
        assertThat(limit.run(ConcurrencyLimitTest::neverStarted).cause()).hasMessage("rejection 2");
        first.complete("result");
        second.fail("failure");
        assertThat(result.result()).isEqualTo("result");
        assertThat(failure.cause()).hasMessage("failure");
        begin(limit, Promise.promise());
        assertThat(limit.run(() -> Future.succeededFuture("again")).result()).isEqualTo("again");
    }

    @Test
    void work_that_throws_has_a_result_which_is_its_failure_and_frees_its_place() {
        for (var number = 0; number < 5; number++) {
            assertThat(limit.run(ConcurrencyLimitTest::mistake).cause()).hasMessage("a mistake of the work");
        }
        assertThat(limit.whenIdle().succeeded()).isTrue();
    }

    @Test
    void the_end_of_all_work_can_be_awaited_again_and_again() {
        var all = ConcurrencyLimit.none();
        assertThat(all.whenIdle().succeeded()).isTrue();
        for (var round = 0; round < 3; round++) {
            var first = Promise.<Void>promise();
            var second = Promise.<Void>promise();
            begin(all, first);
            var idle = all.whenIdle();
            begin(all, second);
            first.complete();
            assertThat(idle.isComplete()).isFalse();
            second.fail("failure");
            assertThat(idle.succeeded()).isTrue();
            assertThat(all.whenIdle().succeeded()).isTrue();
        }
    }
}
