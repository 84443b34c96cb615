package dev.registrar.platform.operations;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.spi.cluster.ClusterManager;
import io.vertx.core.spi.cluster.RegistrationInfo;
import java.util.List;
import java.util.Optional;

/**
 * The cluster of a node, as far as the node knows it.
 *
 * <p>Uses internal classes of Vert.x, until its public ones name the consumers of an address.
 */
public final class NodeCluster {
    private final ClusterManager manager;

    private NodeCluster(ClusterManager manager) {
        this.manager = manager;
    }

    /** Empty outside of a cluster. */
    public static Optional<NodeCluster> of(Vertx vertx) {
        return Optional.ofNullable(((VertxInternal) vertx).getClusterManager()).map(NodeCluster::new);
    }

    /** The number of consumers of an address on all nodes. */
    public Future<Integer> countConsumers(String address) {
        return registrations(address).map(List::size);
    }

    /** Removes all consumers of an address on this node from the cluster. */
    public Future<Void> removeOwnConsumers(String address) {
        return registrations(address)
                .compose(found -> Future.join(found.stream()
                        .filter(registration -> registration.nodeId().equals(manager.getNodeId()))
                        .map(registration -> remove(address, registration))
                        .toList()))
                .mapEmpty();
    }

    private Future<List<RegistrationInfo>> registrations(String address) {
        return Future.future(found -> manager.getRegistrations(address, found));
    }

    private Future<Void> remove(String address, RegistrationInfo registration) {
        return Future.future(removed -> manager.removeRegistration(address, registration, removed));
    }
}
