package dev.registrar.resource.time;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * When the reply to a request must be there: every wait on the way takes what is left. It counts by the clock of this process,
 * which nobody sets; another process is told how much is left.
 *
 * @param start by {@link System#nanoTime()}
 * @param end likewise
 */
public record Deadline(long start, long end) {

    public static Deadline in(Duration time) {
        var now = System.nanoTime();
        return new Deadline(now, now + time.toNanos());
    }

    /** Never negative. */
    public Duration left() {
        return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
    }

    /** How much of the time has passed. */
    public Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** The same, so much later. */
    public Deadline postponed(Duration time) {
        return new Deadline(start + time.toNanos(), end + time.toNanos());
    }

    /** Fails with a {@link java.util.concurrent.TimeoutException} when the future is not complete by then. */
    public <T> Future<T> bound(Future<T> future) {
        return future.isComplete() ? future : future.timeout(left().toMillis(), TimeUnit.MILLISECONDS);
    }
}
