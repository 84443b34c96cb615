package dev.registrar.platform.database;

import dev.registrar.platform.operations.NodeMetrics;
import dev.registrar.platform.operations.NodeMetrics.ActionTimers;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import io.vertx.core.Future;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;

/** Measures a pool; the pools of all verticles of a node together. Thread-safe. */
final class PoolMeters {
    private final boolean isOn;
    private final AtomicInteger waiting;
    private final AtomicInteger inUse;
    private final Timer waits;
    private final ActionTimers uses;
    private final Counter rejections;

    PoolMeters(NodeMetrics metrics, Pool pool, int size) {
        var tags = new String[] {"pool", pool.name().toLowerCase(Locale.ROOT)};
        isOn = metrics.isOn();
        waiting = metrics.count("registrar.database.waiting", "Requests that wait for a connection", tags);
        inUse = metrics.count("registrar.database.connections.in.use", "Connections that a request uses", tags);
        waits = metrics.timer("registrar.database.wait", "Time that requests waited for a connection", tags);
        uses = metrics.actionTimers("registrar.database.use", "Time that requests used a connection", tags);
        rejections = metrics.rejections("database");
        metrics.count("registrar.database.connections.max", "The size of the pool", tags)
                .addAndGet(size);
    }

    /** Measures the wait for a connection. */
    <T> Future<T> waitFor(Future<T> connection) {
        return isOn
                ? measure(connection, waiting, nanos -> waits.record(nanos, TimeUnit.NANOSECONDS))
                        .onFailure(this::countRejection)
                : connection;
    }

    /** Measures the use of a connection. */
    <T> Future<T> use(CallContext context, Future<T> steps) {
        return isOn
                ? measure(steps, inUse, nanos -> uses.record(context.resourceType(), context.action(), nanos))
                : steps;
    }

    private void countRejection(Throwable failure) {
        if (DatabaseFailures.isNotStarted(failure)) {
            rejections.increment();
        }
    }

    private static <T> Future<T> measure(Future<T> begun, AtomicInteger inProgress, LongConsumer recorder) {
        var start = System.nanoTime();
        inProgress.incrementAndGet();
        return begun.onComplete(ended -> {
            inProgress.decrementAndGet();
            recorder.accept(System.nanoTime() - start);
        });
    }
}
