package dev.registrar.resource.idempotency;

import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.spi.cluster.ClusterManager;
import java.util.Optional;

/**
 * The nodes of the cluster, as far as this node knows. A wrong view does no harm: the database decides whether a reply
 * is final.
 */
final class Nodes {
    private final Optional<ClusterManager> cluster;

    private Nodes(Optional<ClusterManager> cluster) {
        this.cluster = cluster;
    }

    static Nodes of(Vertx vertx) {
        return new Nodes(Optional.ofNullable(((VertxInternal) vertx).getClusterManager()));
    }

    /** The id of this node, which is never reused; null outside a cluster. */
    String own() {
        return cluster.map(ClusterManager::getNodeId).orElse(null);
    }

    /** The ids of all present nodes; null outside a cluster. */
    String[] present() {
        return cluster.map(manager -> manager.getNodes().toArray(String[]::new)).orElse(null);
    }
}
