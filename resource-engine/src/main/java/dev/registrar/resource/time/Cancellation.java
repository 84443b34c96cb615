package dev.registrar.resource.time;

import dev.registrar.resource.error.JsonApiException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.impl.future.FutureInternal;

/** Ends the waits for a request before its deadline, because nobody waits for the reply any more. Thread-safe. */
public final class Cancellation {
    private final JsonApiException reason;

    /** Fails when the request is cancelled, and otherwise never completes. */
    private final Promise<Void> cancelled = Promise.promise();

    /**
     * Creates it.
     *
     * @param reason the failure of everything that is waited for then
     */
    public Cancellation(JsonApiException reason) {
        this.reason = reason;
    }

    public void cancel() {
        cancelled.tryFail(reason);
    }

    boolean isCancelled() {
        return cancelled.future().isComplete();
    }

    /** Completes like another future, in its context, but fails when the request is cancelled before. */
    <T> Future<T> bound(Future<T> future) {
        var context = ((FutureInternal<T>) future).context();
        Promise<T> first = context == null ? Promise.promise() : context.promise();
        future.onSuccess(first::tryComplete).onFailure(first::tryFail);
        cancelled.future().onFailure(first::tryFail);
        return first.future();
    }
}
