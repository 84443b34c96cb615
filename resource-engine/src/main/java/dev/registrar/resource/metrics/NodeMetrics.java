package dev.registrar.resource.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.shareddata.Shareable;

/** The registry of a node's metrics, for verticles that are created without it. Thread-safe. */
public record NodeMetrics(MeterRegistry registry) implements Shareable {

    /** Makes a registry known to the verticles of a node. */
    public static void offer(Vertx vertx, MeterRegistry registry) {
        vertx.sharedData()
                .<String, NodeMetrics>getLocalMap(NodeMetrics.class.getName())
                .put("", new NodeMetrics(registry));
    }

    /** The registry of a node; one that nobody reads if none was offered. */
    public static MeterRegistry of(Vertx vertx) {
        return vertx.sharedData()
                .<String, NodeMetrics>getLocalMap(NodeMetrics.class.getName())
                .computeIfAbsent("", none -> new NodeMetrics(new SimpleMeterRegistry()))
                .registry();
    }
}
