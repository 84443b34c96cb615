package dev.registrar.resource.bus.receiving;

import io.vertx.core.Future;
import io.vertx.core.Promise;

/** Counts the tasks in progress, so that their end can be awaited. Use it on one event loop only. */
public final class WorkInProgress {
    private int count;
    private Promise<Void> end = Promise.promise();

    /** Counts a task until it has ended. */
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

    /** Completes when no task is in progress. */
    public Future<Void> end() {
        return count == 0 ? Future.succeededFuture() : end.future();
    }
}
