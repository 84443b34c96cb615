package dev.registrar.resource.bus.receiving;

import static dev.registrar.resource.error.ErrorCode.OVERLOADED;

import dev.registrar.resource.error.JsonApiException;
import io.vertx.core.Future;
import java.util.function.Supplier;

/** Limits the number of concurrent requests of one kind. Use it on one event loop only. */
public final class ConcurrencyLimit {
    private final int limit;
    private final JsonApiException rejection;
    private int running;

    public ConcurrencyLimit(int limit) {
        this(limit, "Too many concurrent requests; retry after 1 s.");
    }

    /**
     * Creates a limit.
     *
     * @param hint the detail of the error for a rejected request
     */
    public ConcurrencyLimit(int limit, String hint) {
        this.limit = limit;
        rejection = OVERLOADED.because(hint).asException();
    }

    /** Whether more work would be rejected now. */
    public boolean isReached() {
        return running >= limit;
    }

    /** The error {@code overloaded}, for work that is rejected. */
    public JsonApiException rejection() {
        return rejection;
    }

    /**
     * Starts work that counts against the limit until it has ended.
     *
     * @return its result; fails with {@link #rejection}, without starting it, when the limit is reached
     */
    public <T> Future<T> run(Supplier<Future<T>> work) {
        if (isReached()) {
            return Future.failedFuture(rejection);
        }
        running++;
        return Future.<Void>succeededFuture().compose(begun -> work.get()).onComplete(ended -> running--);
    }
}
