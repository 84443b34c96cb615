package dev.registrar.gateway.cluster;

import com.hazelcast.core.HazelcastInstance;
import dev.registrar.gateway.cluster.handshake.GuardedMember;
import dev.registrar.gateway.tracing.Tracing;
import dev.registrar.resource.operations.StartException;
import dev.registrar.resource.operations.StartFailure;
import dev.registrar.resource.settings.Settings;
import dev.registrar.resource.settings.TimeLimits;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.impl.VertxBuilder;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Joins this node to the cluster: Vert.x on Hazelcast. */
public final class Cluster {
    private static final Logger LOG = LoggerFactory.getLogger(Cluster.class);
    private static final String HAZELCAST_LOG = "hazelcast.logging.class";

    private Cluster() {}

    /** Like {@link #join(JsonObject, Map, VertxOptions)}, without settings to compare. */
    public static Future<Vertx> join(JsonObject configuration) {
        return join(configuration, Map.of(), new VertxOptions());
    }

    /** Like {@link #join(JsonObject)}, for a program that is no node: also fails if no node is running. */
    public static Future<Vertx> joinOthers(JsonObject configuration) {
        return join(configuration, Map.of(), new VertxOptions(), true);
    }

    /**
     * Creates a Vert.x instance that is a node of the cluster. Closing it leaves the cluster.
     *
     * @param configuration all sections
     * @param shared settings of this node on which all nodes should agree, by key
     * @param options of its Vert.x
     * @return fails with an {@link IllegalArgumentException} that names the key if a setting is wrong, and with a
     *     {@link StartException} if the node cannot listen on its address or is not let into the cluster
     */
    public static Future<Vertx> join(JsonObject configuration, Map<String, String> shared, VertxOptions options) {
        return join(configuration, shared, options, false);
    }

    private static Future<Vertx> join(
            JsonObject configuration, Map<String, String> shared, VertxOptions options, boolean requiresOthers) {
        return Future.<Void>succeededFuture().compose(begun -> {
            var settings = Settings.read(configuration, "cluster", ClusterSettings.class);
            var bus = EventBusSettings.of(settings);
            var selector = new FailFastNodeSelector(TimeLimits.in(configuration).reply());
            var neighbors = new Neighbors(settings, settings.handshake(shared), requiresOthers);
            return joinHazelcast(neighbors)
                    .compose(member -> {
                        var builder = new VertxBuilder(new VertxOptions(options).setEventBusOptions(bus))
                                .clusterNodeSelector(selector);
                        Tracing.tracer(configuration).ifPresent(builder::tracer);
                        return join(builder, new MemberManager(member), neighbors);
                    })
                    .recover(failure -> Future.failedFuture(cannotJoin(settings, failure)));
        });
    }

    /** Returns how many nodes of the service the cluster of this Vert.x has; 1 without a cluster. */
    public static long nodes(Vertx vertx) {
        return vertx.isClustered() ? ((MemberManager) ((VertxInternal) vertx).getClusterManager()).nodes() : 1;
    }

    private static StartException cannotJoin(ClusterSettings settings, Throwable failure) {
        var cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return new StartException(
                StartFailure.CLUSTER,
                "This node cannot join the %s: %s".formatted(settings, cause.getMessage()),
                cause);
    }

    private static Future<HazelcastInstance> joinHazelcast(Neighbors neighbors) {
        System.setProperty(HAZELCAST_LOG, HazelcastLog.class.getName());
        return Future.fromCompletionStage(CompletableFuture.supplyAsync(
                () -> {
                    neighbors.requireNames();
                    var membership = Membership.of(neighbors.settings(), !neighbors.areRequired());
                    return GuardedMember.start(membership, neighbors.handshake());
                },
                Cluster::runOnThread));
    }

    /** Not on the common pool, whose threads Hazelcast itself uses. */
    private static void runOnThread(Runnable start) {
        new Thread(start, "cluster-join").start();
    }

    private static Future<Vertx> join(VertxBuilder builder, MemberManager manager, Neighbors neighbors) {
        var member = builder.clusterManager(manager).init();
        return Future.<Vertx>future(member::clusteredVertx).compose(vertx -> letIn(vertx, manager, neighbors));
    }

    /** The returned future belongs to no context, because the contexts of a closed Vert.x complete nothing. */
    private static Future<Vertx> letIn(Vertx vertx, MemberManager manager, Neighbors neighbors) {
        vertx.exceptionHandler(new UnhandledExceptions(vertx));
        var letIn = Promise.<Vertx>promise();
        var silenceLimit = neighbors.settings().silenceLimit();
        new Admission(vertx, manager, neighbors)
                .require()
                .compose(in -> new EventBusReach(vertx, manager, silenceLimit).require())
                .onSuccess(in -> {
                    announce(neighbors.settings(), manager);
                    letIn.complete(vertx);
                })
                .onFailure(failure -> vertx.close().onComplete(closed -> letIn.fail(failure)));
        return letIn.future();
    }

    private static void announce(ClusterSettings settings, MemberManager manager) {
        LOG.info("This is a member of the {} (nodes: {})", settings, manager.nodes());
        MembershipLog.start(manager.getHazelcastInstance());
        if (!settings.usesTls() && !settings.isOnLoopback()) {
            LOG.warn(
                    "Messages between nodes are not encrypted, and anyone who can reach the event bus can send requests in"
                            + " any caller's name or end this node: set cluster.tls-certificate, cluster.tls-key and"
                            + " cluster.tls-authority");
        }
    }
}
