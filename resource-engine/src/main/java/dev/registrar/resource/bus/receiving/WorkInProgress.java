package dev.registrar.resource.bus.receiving;

import io.vertx.core.Future;
import io.vertx.core.Promise;

/** Counts what is being done, so that its end can be awaited. Belongs to one event loop. */
public final class WorkInProgress {
    private int count;
    private Promise<Void> end = Promise.promise();

    /** Counts some work until it has ended. */
    public <T> Future<T> track(Future<T> work) {
        count++;
        return work.onComplete(ended -> {
            count--;
            if (count == 0) {
                end.complete();
                end = Promise.promise();
            }
        });
    }

    /** Completes when there is no work any more. */
    public Future<Void> end() {
        return count == 0 ? Future.succeededFuture() : end.future();
    }
}
