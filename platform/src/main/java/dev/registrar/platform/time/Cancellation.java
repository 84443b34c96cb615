package dev.registrar.platform.time;

import dev.registrar.platform.operations.RequestContext;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;

/**
 * Ends the waits for a request before its deadline, because nobody waits for the reply any more. It holds no result of
 * a wait that is over: it lives until the response has been sent, which may take a client long. Thread-safe.
 */
public final class Cancellation {
    private final Exception reason;
    private final List<Promise<?>> waits = new ArrayList<>(2);
    private boolean isCancelled;

    /** Everything that is waited for then fails with the reason. */
    public Cancellation(Exception reason) {
        this.reason = reason;
    }

    public void cancel() {
        endWaits().forEach(wait -> wait.tryFail(reason));
    }

    private synchronized List<Promise<?>> endWaits() {
        isCancelled = true;
        var ended = List.copyOf(waits);
        waits.clear();
        return ended;
    }

    synchronized boolean isCancelled() {
        return isCancelled;
    }

    /** Completes like another future, in its context, but fails when the request is cancelled before. */
    <T> Future<T> bound(Future<T> future) {
        var first = RequestContext.promiseLike(future);
        if (!begin(first)) {
            return Future.failedFuture(reason);
        }
        future.onComplete(done -> {
            end(first);
            if (done.succeeded()) {
                first.tryComplete(done.result());
            } else {
                first.tryFail(done.cause());
            }
        });
        return first.future();
    }

    private synchronized boolean begin(Promise<?> wait) {
        return !isCancelled && waits.add(wait);
    }

    private synchronized void end(Promise<?> wait) {
        waits.remove(wait);
    }
}
