package dev.registrar.resource.time;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * When the reply to a request is due. Every wait on the way is bounded by the time that is left. It uses the monotonic
 * clock of this process; messages to other processes carry the remaining time instead.
 *
 * @param start by {@link System#nanoTime()}
 * @param end likewise
 */
public record Deadline(long start, long end) {

    public static Deadline in(Duration time) {
        var now = System.nanoTime();
        return new Deadline(now, now + time.toNanos());
    }

    /** The time from the start to the end. */
    public Duration length() {
        return Duration.ofNanos(end - start);
    }

    /** The time that is left, never negative. */
    public Duration left() {
        return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
    }

    /** The time that has passed since the start. */
    public Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** This deadline, moved to a later time. */
    public Deadline postponed(Duration time) {
        return new Deadline(start + time.toNanos(), end + time.toNanos());
    }

    /** This deadline, but with less time. */
    public Deadline earlier(Duration time) {
        return new Deadline(start, end - time.toNanos());
    }

    /** Fails with a {@link java.util.concurrent.TimeoutException} when the future is not complete at the deadline. */
    public <T> Future<T> bound(Future<T> future) {
        return future.isComplete() ? future : future.timeout(left().toMillis(), TimeUnit.MILLISECONDS);
    }
}
