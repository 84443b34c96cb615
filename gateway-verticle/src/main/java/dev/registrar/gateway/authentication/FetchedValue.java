package dev.registrar.gateway.authentication;

import dev.registrar.platform.operations.RequestContext;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A value fetched from another server. It is fetched by one request at a time, however many callers wait for it, and
 * not again before it is due. Belongs to one event loop.
 */
final class FetchedValue<T> {
    /** A fetch that has failed or returned an unusable value is soon repeated, but not for every request. */
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final Duration validity;
    private final Supplier<Future<T>> fetch;
    private Optional<Future<T>> latest = Optional.empty();
    private long completedAt;
    private boolean isDistrusted;

    /**
     * Creates a value that has not been fetched yet.
     *
     * @param validity how long a fetched value is used
     */
    FetchedValue(Duration validity, Supplier<Future<T>> fetch) {
        this.validity = validity;
        this.fetch = fetch;
    }

    /** Returns the latest value, the result of the fetch in progress, or else of a new fetch. */
    Future<T> get() {
        if (latest.filter(last -> !isDue(last)).isEmpty()) {
            isDistrusted = false;
            latest = Optional.of(fetch.get().onComplete(done -> completedAt = System.nanoTime()));
        }
        return RequestContext.kept(latest.get());
    }

    private boolean isDue(Future<T> last) {
        var used = last.succeeded() && !isDistrusted ? validity : RETRY;
        return last.isComplete() && System.nanoTime() - completedAt >= used.toNanos();
    }

    /** Marks the latest value as possibly wrong: it is used no longer than a failed fetch. */
    void distrust() {
        isDistrusted = true;
    }
}
