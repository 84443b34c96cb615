package dev.registrar.gateway.cluster;

import dev.registrar.resource.start.StartException;
import dev.registrar.resource.start.StartFault;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;

/** The nodes that know each other. */
public final class Cluster {
    private Cluster() {}

    /** Makes the Vert.x of this process, a member of the cluster. */
    public static Future<Vertx> join() {
        return Vertx.builder()
                .withClusterManager(new HazelcastClusterManager())
                .buildClustered()
                .recover(failure -> Future.failedFuture(new StartException(
                        StartFault.CLUSTER, "The cluster cannot be joined: " + failure.getMessage(), failure)));
    }
}
