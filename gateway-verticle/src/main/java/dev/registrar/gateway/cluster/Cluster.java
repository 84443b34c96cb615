package dev.registrar.gateway.cluster;

import dev.registrar.resource.settings.Settings;
import dev.registrar.resource.settings.TimeLimits;
import dev.registrar.resource.start.StartException;
import dev.registrar.resource.start.StartFailure;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.impl.VertxBuilder;
import io.vertx.core.json.JsonObject;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Joins this node to the cluster: Vert.x on Hazelcast. */
public final class Cluster {
    private static final Logger LOG = LoggerFactory.getLogger(Cluster.class);
    private static final String HAZELCAST_LOG = "hazelcast.logging.class";

    private Cluster() {}

    /**
     * Creates a Vert.x instance that is a node of the cluster. Closing it leaves the cluster.
     *
     * @param configuration all sections
     * @return fails with an {@link IllegalArgumentException} that names the key if a setting is wrong, and with a
     *     {@link StartException} if the node cannot listen on its address or is not let into the cluster
     */
    public static Future<Vertx> join(JsonObject configuration) {
        return join(configuration, new VertxOptions());
    }

    /** Like {@link #join(JsonObject)}, with further options. */
    public static Future<Vertx> join(JsonObject configuration, VertxOptions options) {
        return Future.<Void>succeededFuture().compose(begun -> {
            var settings = Settings.read(configuration, "cluster", ClusterSettings.class);
            var longestRequest = TimeLimits.in(configuration).reply();
            return join(settings, new FailFastNodeSelector(longestRequest), options);
        });
    }

    private static Future<Vertx> join(ClusterSettings settings, FailFastNodeSelector selector, VertxOptions options) {
        System.setProperty(HAZELCAST_LOG, HazelcastLog.class.getName());
        var manager = new HazelcastClusterManager(Membership.of(settings));
        var builder = new VertxBuilder(new VertxOptions(options).setEventBusOptions(EventBusSettings.of(settings)))
                .clusterManager(manager)
                .clusterNodeSelector(selector)
                .init();
        return Future.<Vertx>future(builder::clusteredVertx)
                .compose(vertx -> letIn(vertx, new Admission(vertx, manager, settings)))
                .onSuccess(vertx -> announce(settings, manager))
                .recover(failure -> Future.failedFuture(new StartException(
                        StartFailure.CLUSTER,
                        "This node cannot join the %s: %s".formatted(settings, failure.getMessage()),
                        failure)));
    }

    /** The returned future belongs to no context, because the contexts of a closed Vert.x complete nothing. */
    private static Future<Vertx> letIn(Vertx vertx, Admission admission) {
        var letIn = Promise.<Vertx>promise();
        admission
                .require()
                .onSuccess(in -> letIn.complete(vertx))
                .onFailure(failure -> vertx.close().onComplete(closed -> letIn.fail(failure)));
        return letIn.future();
    }

    private static void announce(ClusterSettings settings, HazelcastClusterManager manager) {
        LOG.info("This node is one of {} of the {}", manager.getNodes().size(), settings);
        if (!settings.usesTls() && !settings.isOnLoopback()) {
            LOG.warn(
                    "Messages between nodes are not encrypted and are accepted from anyone who can reach the event bus: set"
                            + " cluster.tls-certificate, cluster.tls-key and cluster.tls-authority");
        }
    }
}
