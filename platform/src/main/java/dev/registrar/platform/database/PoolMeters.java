package dev.registrar.platform.database;

import dev.registrar.platform.operations.NodeMetrics;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.Timer;
import io.vertx.core.Future;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Measures a pool; the pools of all verticles of a node together. Thread-safe. */
final class PoolMeters {
    private final boolean isOn;
    private final AtomicInteger waiting;
    private final AtomicInteger inUse;
    private final Timer waits;
    private final MeterProvider<Timer> uses;
    private final Counter rejections;

    PoolMeters(NodeMetrics metrics, Pool pool, int size) {
        var tags = new String[] {"pool", pool.name().toLowerCase(Locale.ROOT)};
        isOn = metrics.isOn();
        waiting = metrics.count("registrar.database.waiting", "Requests that wait for a connection", tags);
        inUse = metrics.count("registrar.database.connections.in.use", "Connections that a request uses", tags);
        waits = metrics.timer("registrar.database.wait", "Time that requests waited for a connection", tags);
        uses = metrics.timers("registrar.database.use", "Time that requests used a connection", tags);
        rejections = metrics.rejections("database");
        metrics.count("registrar.database.connections.max", "The size of the pool", tags)
                .addAndGet(size);
    }

    /** Measures the wait for a connection. */
    <T> Future<T> waitFor(Future<T> connection) {
        return isOn ? measure(connection, waiting, () -> waits).onFailure(this::countRejection) : connection;
    }

    /** Measures the use of a connection. */
    <T> Future<T> use(CallContext context, Future<T> steps) {
        return isOn
                ? measure(steps, inUse, () -> uses.withTags("type", context.resourceType(), "action", context.action()))
                : steps;
    }

    private void countRejection(Throwable failure) {
        if (DatabaseFailures.isNotStarted(failure) && !DatabaseFailures.isTooManyScans(failure)) {
            rejections.increment();
        }
    }

    private static <T> Future<T> measure(Future<T> begun, AtomicInteger inProgress, Supplier<Timer> timer) {
        var sample = Timer.start();
        inProgress.incrementAndGet();
        return begun.onComplete(ended -> {
            inProgress.decrementAndGet();
            sample.stop(timer.get());
        });
    }
}
