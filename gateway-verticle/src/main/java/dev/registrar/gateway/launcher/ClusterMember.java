package dev.registrar.gateway.launcher;

import dev.registrar.gateway.cluster.Cluster;
import dev.registrar.gateway.launcher.configuration.Configuration;
import dev.registrar.resource.settings.InvalidSettingsException;
import dev.registrar.resource.settings.SettingsErrors;
import dev.registrar.resource.start.StartException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;

/** A JVM that joins the cluster of the service with verticles of its own, and none of the service. */
public final class ClusterMember {
    private ClusterMember() {}

    /**
     * Creates a Vert.x instance that belongs to the cluster, configured by environment variables and system properties like
     * a node. Closing it leaves the cluster.
     *
     * @return fails with an {@link InvalidSettingsException} that names each unknown variable and property or each wrong
     *     setting, and with a {@link StartException} if it cannot join or if no node is running
     */
    public static Future<Vertx> join() {
        return Future.<Void>succeededFuture().compose(begun -> {
            var configuration = Configuration.load(System.getenv(), System.getProperties());
            var errors = new SettingsErrors();
            errors.addAll(configuration.errors());
            errors.throwIfAny();
            return Cluster.joinOthers(configuration.values());
        });
    }
}
