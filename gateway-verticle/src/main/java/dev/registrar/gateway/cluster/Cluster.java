package dev.registrar.gateway.cluster;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;

/** The nodes that know each other. */
public final class Cluster {
    private Cluster() {}

    /** Makes the Vert.x of this process, a member of the cluster. */
    public static Future<Vertx> join() {
        return Vertx.builder().withClusterManager(new HazelcastClusterManager()).buildClustered();
    }
}
