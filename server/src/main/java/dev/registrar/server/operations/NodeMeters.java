package dev.registrar.server.operations;

import dev.registrar.cluster.RegistrarCluster;
import dev.registrar.platform.operations.NodeMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.vertx.core.Vertx;
import java.util.Optional;
import java.util.stream.Stream;

/** Offers metrics to the verticles of a node, and measures the process itself: its version, its cluster and its JVM. */
public final class NodeMeters {
    private NodeMeters() {}

    /** Must be called before any verticle is deployed. */
    public static void start(Vertx vertx, MeterRegistry registry) {
        var metrics = NodeMetrics.register(vertx, registry);
        metrics.gauge("registrar.build.info", "Always 1", () -> 1, "version", version());
        metrics.gauge(
                "registrar.cluster.nodes",
                "Nodes of the cluster, as this node sees it",
                () -> RegistrarCluster.nodes(vertx));
        Stream.<MeterBinder>of(
                        new JvmMemoryMetrics(),
                        new JvmGcMetrics(),
                        new JvmThreadMetrics(),
                        new ProcessorMetrics(),
                        new UptimeMetrics())
                .forEach(binder -> binder.bindTo(registry));
    }

    private static String version() {
        return Optional.ofNullable(NodeMeters.class.getPackage().getImplementationVersion())
                .orElse("unknown");
    }
}
