package dev.registrar.gateway.cluster;

import dev.registrar.gateway.cluster.Neighbors.Found;
import dev.registrar.resource.operations.StartException;
import dev.registrar.resource.operations.StartFailure;
import dev.registrar.resource.settings.Settings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Checks from outside whether a node that starts here could join the other nodes of its cluster. */
public final class OtherMembers {
    private final Vertx vertx;
    private final Neighbors neighbors;

    /**
     * Reads the settings.
     *
     * @param configuration all sections
     * @param shared settings of this node on which all nodes should agree, by key
     */
    public OtherMembers(Vertx vertx, JsonObject configuration, Map<String, String> shared) {
        this.vertx = vertx;
        var settings = Settings.read(configuration, "cluster", ClusterSettings.class);
        neighbors = new Neighbors(settings, settings.handshake(shared), false);
    }

    /**
     * Connects to each member and does the handshake. A member whose machine refuses the connection is simply not running.
     *
     * @return which nodes are running and which are not; fails with a {@link StartException} that names each address
     *     that cannot be resolved or reached, or does not belong to a node of the same cluster
     */
    public Future<String> requireReachable() {
        return vertx.executeBlocking(
                () -> {
                    requireDnsName();
                    List<String> found = new ArrayList<>();
                    List<String> wrong = new ArrayList<>();
                    neighbors.addresses().forEach(neighbor -> visit(neighbor, found, wrong));
                    if (!wrong.isEmpty()) {
                        throw new StartException(StartFailure.CLUSTER, String.join("; ", wrong));
                    }
                    return found.isEmpty() ? "there are none" : String.join(", ", found);
                },
                false);
    }

    private void requireDnsName() {
        var settings = neighbors.settings();
        if (settings.usesDns() && neighbors.addressesByName().findAny().isEmpty()) {
            throw new StartException(
                    StartFailure.CLUSTER,
                    "cluster.members-dns: the name %s has no address".formatted(settings.membersDns()));
        }
    }

    private void visit(SocketAddress neighbor, List<String> found, List<String> wrong) {
        var visited = neighbors.visit(neighbor);
        if (visited instanceof Found.Node) {
            found.add(neighbor + " is a node of this cluster");
        } else if (visited instanceof Found.NotRunning) {
            found.add(neighbor + " is not running");
        } else if (visited instanceof Found.Stranger stranger) {
            wrong.add("cluster.members: %s: %s".formatted(neighbor, stranger.reason()));
        } else if (visited instanceof Found.Unreachable unreachable) {
            wrong.add("cluster.members: %s: %s".formatted(neighbor, unreachable.reason()));
        }
    }
}
