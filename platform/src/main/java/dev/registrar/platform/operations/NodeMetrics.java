package dev.registrar.platform.operations;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.shareddata.Shareable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** The metrics of a node, for its verticles. If they are off, nothing is measured. Thread-safe. */
public final class NodeMetrics implements Shareable {
    /** Few, because each is a time series for each operation and status; metrics.md lists them. */
    private static final Duration[] BUCKETS = {
        Duration.ofMillis(5),
        Duration.ofMillis(25),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofSeconds(3)
    };

    private final MeterRegistry registry;
    private final boolean isOn;
    private final Map<String, AtomicInteger> counts = new ConcurrentHashMap<>();
    private final Map<String, PolledValue<?>> readings = new ConcurrentHashMap<>();

    private NodeMetrics(MeterRegistry registry, boolean isOn) {
        this.registry = registry;
        this.isOn = isOn;
    }

    /**
     * A gauge whose value is part of what was read.
     *
     * @param value picks its value
     */
    public record Part<T>(String name, String description, ToDoubleFunction<T> value) {}

    /** Makes a registry known to the verticles of a node. Without one, its metrics are off. */
    public static NodeMetrics register(Vertx vertx, MeterRegistry registry) {
        var metrics = new NodeMetrics(registry, true);
        vertx.sharedData()
                .<String, NodeMetrics>getLocalMap(NodeMetrics.class.getName())
                .put("", metrics);
        return metrics;
    }

    /** The metrics of a node, which are off if no registry is known. */
    public static NodeMetrics of(Vertx vertx) {
        return vertx.sharedData()
                .<String, NodeMetrics>getLocalMap(NodeMetrics.class.getName())
                .computeIfAbsent("", none -> new NodeMetrics(new CompositeMeterRegistry(), false));
    }

    /** Whether anybody reads them. If not, what would take time need not be measured; counters cost nothing. */
    public boolean isOn() {
        return isOn;
    }

    /** A counter, which exists from now on with the value 0. */
    public Counter counter(String name, String description, String... tags) {
        return Counter.builder(name).description(description).tags(tags).register(registry);
    }

    /** Counts the requests that are rejected because too many are in progress. */
    public Counter rejections(String reason) {
        return counter(
                "registrar.rejected.requests", "Requests that were rejected to limit the load", "reason", reason);
    }

    public Timer timer(String name, String description, String... tags) {
        return timer(name, description, Tags.of(tags));
    }

    public ActionTimers actionTimers(String name, String description, String... tags) {
        return new ActionTimers(this, name, description, Tags.of(tags));
    }

    Timer timer(String name, String description, Tags tags) {
        return Timer.builder(name)
                .description(description)
                .tags(tags)
                .serviceLevelObjectives(BUCKETS)
                .register(registry);
    }

    public void gauge(String name, String description, Supplier<Number> value, String... tags) {
        var unused = Gauge.builder(name, value)
                .description(description)
                .tags(tags)
                .strongReference(true)
                .register(registry);
    }

    /** A gauge that all callers with the same name and tags increment and decrement together. */
    public AtomicInteger count(String name, String description, String... tags) {
        return counts.computeIfAbsent(name + List.of(tags), first -> {
            var count = new AtomicInteger();
            gauge(name, description, () -> count, tags);
            return count;
        });
    }

    /**
     * Gauges whose values are read together, each time that {@link #refresh} is called. If several verticles of a node
     * have the same gauges, those of the last one are used.
     */
    public <T> void read(Supplier<Future<T>> reading, List<Part<T>> parts, String... tags) {
        var key = parts.get(0).name() + List.of(tags);
        readings.put(key, new PolledValue<>(reading));
        for (var part : parts) {
            gauge(part.name(), part.description(), () -> latest(key, part), tags);
        }
    }

    @SuppressWarnings("unchecked")
    private <T> double latest(String key, Part<T> part) {
        return ((PolledValue<T>) readings.get(key)).value(part.value());
    }

    /** Reads the values of all gauges of {@link #read} again. Completes within about a second; never fails. */
    public Future<Void> refresh() {
        return Future.join(readings.values().stream().map(PolledValue::refresh).toList())
                .mapEmpty();
    }

    /** What is read for the metrics, for example by a query. Unknown if the latest attempt failed. Thread-safe. */
    private static final class PolledValue<T> {
        private static final Duration TIMEOUT = Duration.ofSeconds(1);

        private final Supplier<Future<T>> source;
        private volatile Optional<T> latest = Optional.empty();

        PolledValue(Supplier<Future<T>> source) {
            this.source = source;
        }

        /** Reads again; never fails. */
        Future<Void> refresh() {
            return Future.<Void>succeededFuture()
                    .compose(begun -> source.get())
                    .timeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                    .map(Optional::of)
                    .otherwise(Optional.empty())
                    .onSuccess(read -> latest = read)
                    .mapEmpty();
        }

        /** A part of what was read; NaN if it is unknown, which Prometheus compares with nothing. */
        double value(ToDoubleFunction<T> part) {
            return latest.map(part::applyAsDouble).orElse(Double.NaN);
        }
    }

    /**
     * Histograms of the same duration for each resource type and action, both of which the program knows, not the client.
     * Each exists from its first duration on. Thread-safe.
     */
    public static final class ActionTimers {
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

        public void record(String resourceType, String action, long nanos) {
            timers.computeIfAbsent(new Kind(resourceType, action), this::timer).record(nanos, TimeUnit.NANOSECONDS);
        }

        private Timer timer(Kind kind) {
            return metrics.timer(name, description, tags.and("type", kind.resourceType(), "action", kind.action()));
        }
    }
}
