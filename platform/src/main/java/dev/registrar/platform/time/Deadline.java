package dev.registrar.platform.time;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * When the reply to a request is due. Every wait on the way is bounded by the time that is left. It uses the monotonic
 * clock of this process; messages to other processes carry the remaining time instead.
 *
 * @param start by {@link System#nanoTime()}
 * @param end likewise
 * @param cancellation ends the request before; then no time is left
 */
public record Deadline(long start, long end, Optional<Cancellation> cancellation) {

    public static Deadline in(Duration time) {
        var now = System.nanoTime();
        return new Deadline(now, now + time.toNanos(), Optional.empty());
    }

    public Deadline cancelledBy(Cancellation other) {
        return new Deadline(start, end, Optional.of(other));
    }

    public Deadline withoutCancellation() {
        return new Deadline(start, end, Optional.empty());
    }

    public Duration length() {
        return Duration.ofNanos(end - start);
    }

    /** The time that is left, never negative. */
    public Duration left() {
        return isCancelled() ? Duration.ZERO : Duration.ofNanos(Math.max(0, end - System.nanoTime()));
    }

    public boolean isCancelled() {
        return cancellation.isPresent() && cancellation.get().isCancelled();
    }

    public Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** This deadline, moved to a later time. */
    public Deadline postponed(Duration time) {
        return new Deadline(start + time.toNanos(), end + time.toNanos(), cancellation);
    }

    /** This deadline, but with less time. */
    public Deadline earlier(Duration time) {
        return new Deadline(start, end - time.toNanos(), cancellation);
    }

    /** The earlier one of two deadlines, with the cancellation of this one. */
    public Deadline orEarlier(Deadline other) {
        return end - other.end <= 0 ? this : new Deadline(start, other.end, cancellation);
    }

    /**
     * Fails with a {@link java.util.concurrent.TimeoutException} when the future is not complete at the deadline, and
     * like {@link #unlessCancelled}.
     */
    public <T> Future<T> bound(Future<T> future) {
        return future.isComplete() ? future : unlessCancelled(future).timeout(left().toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Fails with the reason of the cancellation if the request is cancelled before the future is complete. */
    public <T> Future<T> unlessCancelled(Future<T> future) {
        return future.isComplete() || cancellation.isEmpty()
                ? future
                : cancellation.get().bound(future);
    }
}
