package dev.registrar.resource.bus.sending;

import dev.registrar.resource.bus.Action;
import dev.registrar.resource.metrics.NodeMetrics;
import io.micrometer.core.instrument.Timer;
import io.vertx.core.Future;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Measures how long requests take on the event bus, until their replies. Thread-safe. */
final class RequestTimers {
    private final NodeMetrics metrics;
    private final Map<Kind, Timer> timers = new ConcurrentHashMap<>();

    RequestTimers(NodeMetrics metrics) {
        this.metrics = metrics;
    }

    private record Kind(String resourceType, Action action) {}

    <T> Future<T> measure(String resourceType, Action action, Supplier<Future<T>> request) {
        if (!metrics.isOn()) {
            return request.get();
        }
        var begun = System.nanoTime();
        return request.get()
                .onComplete(replied -> timers.computeIfAbsent(new Kind(resourceType, action), this::timer)
                        .record(System.nanoTime() - begun, TimeUnit.NANOSECONDS));
    }

    private Timer timer(Kind kind) {
        return metrics.timer(
                "registrar.bus.requests",
                "Time from sending a request on the event bus until its reply",
                "type",
                kind.resourceType(),
                "action",
                kind.action().headerValue());
    }
}
