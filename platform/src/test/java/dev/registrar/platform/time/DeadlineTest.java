package dev.registrar.platform.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Tests the remaining time of a deadline. */
class DeadlineTest {
    private static final Duration LONG = Duration.ofMinutes(7);

    @Test
    void elapsed_and_remaining_time_add_up_to_the_whole_time() {
        var deadline = Deadline.in(LONG);
        assertThat(deadline.left()).isLessThanOrEqualTo(LONG).isGreaterThan(Duration.ofMinutes(6));
        assertThat(deadline.elapsed()).isLessThan(Duration.ofMinutes(1));
    }

    @Test
    void no_time_is_left_after_the_deadline() {
        assertThat(Deadline.in(Duration.ofMillis(-5)).left()).isZero();
    }

    @Test
    void a_postponed_deadline_has_more_time_left_and_less_elapsed() {
        var postponed = Deadline.in(LONG).postponed(LONG);
        assertThat(postponed.left()).isGreaterThan(LONG);
        assertThat(postponed.elapsed()).isNegative();
    }

    @Test
    void a_future_that_is_not_complete_at_the_deadline_fails() {
        var late = Deadline.in(Duration.ofMillis(1)).bound(Promise.promise().future());
        assertThat(late.toCompletionStage().toCompletableFuture())
                .failsWithin(1, TimeUnit.MINUTES)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(TimeoutException.class);
    }

    @Test
    void a_complete_future_is_returned_unchanged() {
        var complete = Future.succeededFuture("done");
        assertThat(Deadline.in(Duration.ZERO).bound(complete)).isSameAs(complete);
    }
}
