package dev.registrar.platform.operations;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.shareddata.Shareable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private final MeterRegistry registry;
    private final boolean isOn;
    private final Map<String, AtomicInteger> counts = new ConcurrentHashMap<>();
    private final Map<String, Supplier<? extends Future<?>>> readings = new ConcurrentHashMap<>();

    /** What was read, for example by a query, until an attempt to read it again fails. */
    private final Map<String, Object> latest = new ConcurrentHashMap<>();

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
        return timers(name, description).withTags(tags);
    }

    /** Histograms of the same duration; each exists from its first duration on. The program knows all tags, not the client. */
    public MeterProvider<Timer> timers(String name, String description, String... tags) {
        return Timer.builder(name)
                .description(description)
                .tags(tags)
                .serviceLevelObjectives(BUCKETS)
                .withRegistry(registry);
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
        readings.put(key, reading);
        for (var part : parts) {
            gauge(part.name(), part.description(), () -> latest(key, part), tags);
        }
    }

    /** NaN if it is unknown, which Prometheus compares with nothing. */
    @SuppressWarnings("unchecked")
    private <T> double latest(String key, Part<T> part) {
        var read = (T) latest.get(key);
        return read == null ? Double.NaN : part.value().applyAsDouble(read);
    }

    /** Reads the values of all gauges of {@link #read} again. Completes within about a second; never fails. */
    public Future<Void> refresh() {
        return Future.join(readings.entrySet().stream()
                        .map(reading -> refresh(reading.getKey(), reading.getValue()))
                        .toList())
                .mapEmpty();
    }

    private Future<Void> refresh(String key, Supplier<? extends Future<?>> reading) {
        return Future.<Void>succeededFuture()
                .compose(begun -> reading.get().<Object>map(Objects::requireNonNull))
                .timeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                .onSuccess(read -> latest.put(key, read))
                .onFailure(failure -> latest.remove(key))
                .otherwiseEmpty()
                .mapEmpty();
    }
}
