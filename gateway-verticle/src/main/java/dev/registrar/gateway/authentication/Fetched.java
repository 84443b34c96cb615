package dev.registrar.gateway.authentication;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Something that another server tells. It is fetched once at a time, however many ask for it, and not again before it is
 * due. Belongs to one event loop.
 */
final class Fetched<T> {
    /** A fetch that has failed is soon tried again, though not with every request. */
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final Vertx vertx;
    private final Duration validity;
    private final Supplier<Future<T>> fetch;
    private Optional<Future<T>> latest = Optional.empty();

    /**
     * Something that is not fetched yet.
     *
     * @param validity how long what was fetched is used
     */
    Fetched(Vertx vertx, Duration validity, Supplier<Future<T>> fetch) {
        this.vertx = vertx;
        this.validity = validity;
        this.fetch = fetch;
    }

    /** What was fetched last, or what the fetch that is under way brings, else what a new one does. */
    Future<T> get() {
        if (latest.isEmpty()) {
            var fetched = fetch.get();
            latest = Optional.of(fetched);
            fetched.onComplete(done -> vertx.setTimer(
                    (done.succeeded() ? validity : RETRY).toMillis(), timer -> latest = Optional.empty()));
        }
        return latest.get();
    }
}
