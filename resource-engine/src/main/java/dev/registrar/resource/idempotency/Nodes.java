package dev.registrar.resource.idempotency;

import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.spi.cluster.ClusterManager;
import java.util.Optional;

/**
 * The nodes on which requests are worked on, as far as this one knows. What it believes does no harm when it is wrong: whether
 * a response is final is decided in the database.
 */
final class Nodes {
    private final Optional<ClusterManager> cluster;

    private Nodes(Optional<ClusterManager> cluster) {
        this.cluster = cluster;
    }

    static Nodes of(Vertx vertx) {
        return new Nodes(Optional.ofNullable(((VertxInternal) vertx).getClusterManager()));
    }

    /** The id of this node, never given twice; null when it is alone. */
    String own() {
        return cluster.map(ClusterManager::getNodeId).orElse(null);
    }

    /** The ids of all nodes that have not been lost; null when this one knows of no others, whether there are some or not. */
    String[] present() {
        return cluster.map(manager -> manager.getNodes().toArray(String[]::new)).orElse(null);
    }
}
