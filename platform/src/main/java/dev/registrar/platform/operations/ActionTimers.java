package dev.registrar.platform.operations;

import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.vertx.core.Future;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Histograms of the same duration for each resource type and action, both of which the program knows, not the client.
 * Each exists from its first duration on. Thread-safe.
 */
public final class ActionTimers {
    private final NodeMetrics metrics;
    private final String name;
    private final String description;
    private final Tags tags;
    private final Map<Kind, Timer> timers = new ConcurrentHashMap<>();

    ActionTimers(NodeMetrics metrics, String name, String description, Tags tags) {
        this.metrics = metrics;
        this.name = name;
        this.description = description;
        this.tags = tags;
    }

    private record Kind(String resourceType, String action) {}

    /** Measures what has just begun, until it is complete. If metrics are off, does nothing. */
    public <T> Future<T> measure(String resourceType, String action, Future<T> begun) {
        if (!metrics.isOn()) {
            return begun;
        }
        var start = System.nanoTime();
        return begun.onComplete(ended -> record(resourceType, action, System.nanoTime() - start));
    }

    /** Records a duration. */
    public void record(String resourceType, String action, long nanos) {
        timers.computeIfAbsent(new Kind(resourceType, action), this::timer).record(nanos, TimeUnit.NANOSECONDS);
    }

    private Timer timer(Kind kind) {
        return metrics.timer(name, description, tags.and("type", kind.resourceType(), "action", kind.action()));
    }
}
