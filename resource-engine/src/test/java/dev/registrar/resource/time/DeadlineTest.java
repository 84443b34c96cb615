package dev.registrar.resource.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** What is left of a deadline. */
class DeadlineTest {
    private static final Duration LONG = Duration.ofMinutes(7);

    @Test
    void the_time_that_has_passed_and_the_time_that_is_left_are_the_whole_time() {
        var deadline = Deadline.in(LONG);
        assertThat(deadline.left()).isLessThanOrEqualTo(LONG).isGreaterThan(Duration.ofMinutes(6));
        assertThat(deadline.elapsed()).isLessThan(Duration.ofMinutes(1));
    }

    @Test
    void nothing_is_left_when_it_is_over() {
        assertThat(Deadline.in(Duration.ofMillis(-5)).left()).isZero();
    }

    @Test
    void time_that_does_not_count_is_added_to_what_is_left_and_has_not_passed() {
        var postponed = Deadline.in(LONG).postponed(LONG);
        assertThat(postponed.left()).isGreaterThan(LONG);
        assertThat(postponed.elapsed()).isNegative();
    }

    @Test
    void a_future_that_is_not_complete_by_then_fails() {
        var late = Deadline.in(Duration.ofMillis(1)).bound(Promise.promise().future());
        assertThat(late.toCompletionStage().toCompletableFuture())
                .failsWithin(1, TimeUnit.MINUTES)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(TimeoutException.class);
    }

    @Test
    void a_future_that_is_complete_is_left_alone() {
        var complete = Future.succeededFuture("done");
        assertThat(Deadline.in(Duration.ZERO).bound(complete)).isSameAs(complete);
    }
}
