package dev.registrar.resource.bus.receiving;

import static dev.registrar.resource.error.ErrorCode.OVERLOADED;

import dev.registrar.resource.error.JsonApiException;
import io.micrometer.core.instrument.Counter;
import io.vertx.core.Future;
import java.util.function.Supplier;

/** Limits the number of concurrent requests of one kind. Use it on one event loop only. */
public final class ConcurrencyLimit {
    private final int limit;
    private final JsonApiException rejection;
    private final Counter rejections;
    private int running;

    /**
     * Creates a limit.
     *
     * @param rejections counts the requests that it rejects
     */
    public ConcurrencyLimit(int limit, Counter rejections) {
        this(limit, "Too many concurrent requests; retry after 1 s.", rejections);
    }

    /**
     * Creates a limit.
     *
     * @param hint the detail of the error for a rejected request
     * @param rejections counts the requests that it rejects
     */
    public ConcurrencyLimit(int limit, String hint, Counter rejections) {
        this.limit = limit;
        this.rejections = rejections;
        rejection = OVERLOADED.because(hint).asException();
    }

    /** Whether more work would be rejected now. */
    public boolean isReached() {
        return running >= limit;
    }

    /** Counts work that is rejected, and returns its error, {@code overloaded}. */
    public JsonApiException reject() {
        rejections.increment();
        return rejection;
    }

    /**
     * Starts work that counts against the limit until it has ended.
     *
     * @return its result; fails with {@code overloaded}, without starting it, when the limit is reached
     */
    public <T> Future<T> run(Supplier<Future<T>> work) {
        if (isReached()) {
            return Future.failedFuture(reject());
        }
        running++;
        return Future.<Void>succeededFuture().compose(begun -> work.get()).onComplete(ended -> running--);
    }
}
