package dev.registrar.server.operations;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.function.Supplier;

/** The result of work that many ask for: they share it while it is in progress or fresh. Belongs to one event loop. */
final class SharedResult<T> {
    private final Duration freshness;
    private final Supplier<Future<T>> work;
    private Future<T> latest = Future.failedFuture("Nobody has asked for it yet");
    private long begunAt;

    SharedResult(Duration freshness, Supplier<Future<T>> work) {
        this.freshness = freshness;
        this.work = work;
    }

    /** A failure is never fresh. */
    Future<T> get() {
        if (latest.isComplete() && (latest.failed() || System.nanoTime() - begunAt > freshness.toNanos())) {
            begunAt = System.nanoTime();
            latest = work.get();
        }
        return latest;
    }
}
