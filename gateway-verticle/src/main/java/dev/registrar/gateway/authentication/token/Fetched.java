package dev.registrar.gateway.authentication.token;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Something that another server tells. It is fetched once at a time, however many ask for it, and not again before it is
 * due. Belongs to one event loop.
 */
final class Fetched<T> {
    /** A fetch that has failed, or brought nothing of use, is soon tried again, though not with every request. */
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final Duration validity;
    private final Supplier<Future<T>> fetch;
    private Optional<Future<T>> latest = Optional.empty();
    private long completedAt;
    private boolean isDistrusted;

    /**
     * Something that is not fetched yet.
     *
     * @param validity how long what was fetched is used
     */
    Fetched(Duration validity, Supplier<Future<T>> fetch) {
        this.validity = validity;
        this.fetch = fetch;
    }

    /** What was fetched last, or what the fetch that is under way brings, else what a new one does. */
    Future<T> get() {
        if (latest.filter(last -> !isDue(last)).isEmpty()) {
            isDistrusted = false;
            latest = Optional.of(fetch.get().onComplete(done -> completedAt = System.nanoTime()));
        }
        return latest.get();
    }

    private boolean isDue(Future<T> last) {
        var used = last.succeeded() && !isDistrusted ? validity : RETRY;
        return last.isComplete() && System.nanoTime() - completedAt >= used.toNanos();
    }

    /** What was fetched last seems to be wrong: it is used no longer than what has failed. */
    void distrust() {
        isDistrusted = true;
    }
}
