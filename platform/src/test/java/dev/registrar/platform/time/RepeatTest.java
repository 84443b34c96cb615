package dev.registrar.platform.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests steps that are repeated. */
class RepeatTest {
    private static final int MANY = 100_000;

    private final ExecutorService thread = Executors.newSingleThreadExecutor();

    @AfterEach
    void stop() {
        thread.shutdownNow();
    }

    private static Future<Integer> repeat(Function<Integer, Future<Integer>> step) {
        return Repeat.until(number -> number == MANY, 0, step);
    }

    private Future<Integer> later(int number) {
        Promise<Integer> promise = Promise.promise();
        thread.execute(() -> promise.complete(number));
        return promise.future();
    }

    private static void expect(Future<Integer> repeated) {
        assertThat(repeated.toCompletionStage().toCompletableFuture())
                .succeedsWithin(1, TimeUnit.MINUTES)
                .isEqualTo(MANY);
    }

    @Test
    void a_step_that_completes_later_can_be_repeated_any_number_of_times() {
        expect(repeat(number -> later(number + 1)));
    }

    @Test
    void a_step_that_completes_at_once_can_be_repeated_any_number_of_times() {
        expect(repeat(number -> Future.succeededFuture(number + 1)));
    }

    @Test
    void a_step_that_fails_or_throws_is_the_last_one() {
        var failed = repeat(number -> number < 7 ? Future.succeededFuture(number + 1) : Future.failedFuture("no 8"));
        assertThat(failed.toCompletionStage().toCompletableFuture())
                .failsWithin(1, TimeUnit.MINUTES)
                .withThrowableThat()
                .withMessageContaining("no 8");
        var thrown = repeat(number -> later(number / (2 - number) + 1));
        assertThat(thrown.toCompletionStage().toCompletableFuture())
                .failsWithin(1, TimeUnit.MINUTES)
                .withThrowableThat()
                .withCauseInstanceOf(ArithmeticException.class);
    }
}
