package dev.registrar.resource.bus.receiving;

import static dev.registrar.resource.error.ErrorCode.OVERLOADED;

import io.vertx.core.Future;
import java.util.function.Supplier;

/** Bounds how many requests of one kind are worked on at once. Belongs to one event loop. */
public final class ConcurrencyLimit {
    private final int limit;
    private final String hint;
    private int running;

    public ConcurrencyLimit(int limit) {
        this(limit, "Too many concurrent requests; retry after 1 s.");
    }

    /**
     * Bounds the requests of a kind.
     *
     * @param hint what a client is told that has to do without: the detail of the error
     */
    public ConcurrencyLimit(int limit, String hint) {
        this.limit = limit;
        this.hint = hint;
    }

    /**
     * Starts some work that takes one of the places until it has ended.
     *
     * @return its result; fails with {@code overloaded}, and does not start it, while no place is free
     */
    public <T> Future<T> run(Supplier<Future<T>> work) {
        if (running >= limit) {
            return Future.failedFuture(OVERLOADED.because(hint).asException());
        }
        running++;
        return Future.<Void>succeededFuture().compose(begun -> work.get()).onComplete(ended -> running--);
    }
}
