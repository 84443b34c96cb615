package dev.registrar.gateway.cluster;

import dev.registrar.gateway.cluster.Neighbors.Found;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.spi.cluster.ClusterManager;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks whether a node has been let into its cluster. Hazelcast silently lets a rejected node form its own cluster, so
 * an operator who mistypes the secret would have two clusters.
 */
final class Admission {
    private static final Logger LOG = LoggerFactory.getLogger(Admission.class);
    private static final Duration LOOK_INTERVAL = Duration.ofMillis(100);

    /** Nodes that start at the same moment may each form a cluster and need up to this long to merge. */
    private static final Duration MERGE_PATIENCE = Duration.ofSeconds(12);

    /** A node that is just starting or stopping may be silent for this long. */
    private static final Duration SILENCE_PATIENCE = Duration.ofSeconds(6);

    private final Vertx vertx;
    private final ClusterManager cluster;
    private final Neighbors neighbors;

    Admission(Vertx vertx, ClusterManager cluster, Neighbors neighbors) {
        this.vertx = vertx;
        this.cluster = cluster;
        this.neighbors = neighbors;
    }

    /** Fails if this node stays alone although one of the nodes that it looks for is listening, or although it needs one. */
    Future<Void> require() {
        return vertx.executeBlocking(
                () -> {
                    if (isAlone()) {
                        for (var neighbor : neighbors.addresses()) {
                            requireBy(neighbor);
                        }
                    }
                    requireOther();
                    return null;
                },
                false);
    }

    private void requireOther() {
        if (neighbors.areRequired() && isAlone()) {
            throw new IllegalStateException("no other node is running at %s".formatted(neighbors.search()));
        }
    }

    private boolean isAlone() {
        return cluster.getNodes().size() <= 1;
    }

    private void requireBy(SocketAddress neighbor) throws InterruptedException {
        var end = System.nanoTime() + SILENCE_PATIENCE.toNanos();
        var found = neighbors.visit(neighbor);
        while (isAlone() && found instanceof Found.Stranger stranger) {
            if (stranger.isFinal() || System.nanoTime() - end > 0) {
                throw new IllegalStateException("%s does not let it in: %s".formatted(neighbor, stranger.reason()));
            }
            LOG.warn("Waiting for {}, which is listening but does not respond as a node of this cluster", neighbor);
            TimeUnit.MILLISECONDS.sleep(LOOK_INTERVAL.toMillis());
            found = neighbors.visit(neighbor);
        }
        if (found instanceof Found.Node) {
            awaitLetInBy(neighbor);
        }
    }

    private void awaitLetInBy(SocketAddress neighbor) throws InterruptedException {
        var end = System.nanoTime() + MERGE_PATIENCE.toNanos();
        while (isAlone()) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException(
                        "the node at %s knows the secret but does not let it in; both need the same way to find members"
                                .formatted(neighbor));
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_INTERVAL.toMillis());
        }
    }
}
