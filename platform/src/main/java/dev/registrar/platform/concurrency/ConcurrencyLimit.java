package dev.registrar.platform.concurrency;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.function.Supplier;

/** Limits how much work is in progress at once; the end of that work can be awaited. Use it on one event loop only. */
public final class ConcurrencyLimit {
    private final int limit;
    private final Supplier<? extends Exception> rejection;
    private int inProgress;
    private Promise<Void> idle = Promise.promise();

    /** Each rejected work fails with an error of its own. */
    public ConcurrencyLimit(int limit, Supplier<? extends Exception> rejection) {
        this.limit = limit;
        this.rejection = rejection;
    }

    /** Rejects no work, and only counts it. */
    public static ConcurrencyLimit none() {
        return new ConcurrencyLimit(Integer.MAX_VALUE, IllegalStateException::new);
    }

    /** Starts work that counts until it has ended; fails, without starting it, when the limit is reached. */
    public <T> Future<T> run(Supplier<Future<T>> work) {
        if (inProgress >= limit) {
            return Future.failedFuture(rejection.get());
        }
        inProgress++;
        return Future.<Void>succeededFuture().compose(begun -> work.get()).onComplete(ended -> release());
    }

    private void release() {
        inProgress--;
        if (inProgress == 0) {
            var ended = idle;
            idle = Promise.promise();
            ended.complete();
        }
    }

    public Future<Void> whenIdle() {
        return inProgress == 0 ? Future.succeededFuture() : idle.future();
    }
}
