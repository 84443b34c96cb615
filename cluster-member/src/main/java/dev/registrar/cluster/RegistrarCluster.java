package dev.registrar.cluster;

import dev.registrar.cluster.Membership.Kind;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.impl.VertxBuilder;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.json.JsonObject;
import io.vertx.core.spi.tracing.VertxTracer;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cluster of the service, which any Vert.x can join. An application needs the secret of the cluster, an address of
 * its own and the addresses of the nodes:
 *
 * <pre>{@code
 * var settings = new JsonObject()
 *     .put("secret", secret)
 *     .put("host", "10.0.0.20")
 *     .put("members", "10.0.0.7, 10.0.0.8, 10.0.0.9");
 * RegistrarCluster.join(settings, new VertxOptions()).compose(vertx -> vertx.deployVerticle(new OurVerticle()));
 * }</pre>
 *
 * <p>Nothing here reads system properties or environment variables, handles signals, ends the process or configures
 * logging.
 *
 * <p>{@link VertxBuilder} and {@link VertxInternal} are internals of Vert.x: its public builder takes no node selector,
 * and {@link Vertx} does not tell its cluster manager. Look at them again with Vert.x 5.
 */
public final class RegistrarCluster {
    private static final Logger LOG = LoggerFactory.getLogger(RegistrarCluster.class);

    private RegistrarCluster() {}

    /**
     * Like {@link #join(ClusterSettings, VertxOptions)}, with the keys of the section {@code cluster} in
     * {@code conf/cluster.yaml}; see {@link ClusterSettings#of}.
     */
    public static Future<Vertx> join(JsonObject settings, VertxOptions options) {
        return Future.<Void>succeededFuture().compose(begun -> join(ClusterSettings.of(settings), options));
    }

    /**
     * Creates a Vert.x that is a member of the cluster. Closing it leaves the cluster. Requests that wait for the reply
     * of a member fail at once when that member is lost.
     *
     * @param options of the Vert.x; its event bus listens as the settings say
     * @return fails with an {@link IllegalArgumentException} that names the key if a setting is wrong, and with an
     *     {@link IllegalStateException} if no node is running where the settings look for them, or if this member is
     *     not let in
     */
    public static Future<Vertx> join(ClusterSettings settings, VertxOptions options) {
        var longestRequest = Duration.ofMillis(DeliveryOptions.DEFAULT_TIMEOUT);
        return join(Peers.of(settings, Map.of()), Kind.APPLICATION, builder(options, longestRequest));
    }

    /**
     * Like {@link #join(ClusterSettings, VertxOptions)}, for a node of the service, which may be the first one of its
     * cluster.
     *
     * @param shared settings on which all nodes should agree, by key; a node that differs logs a warning
     * @param longestRequest requests older than this may be forgotten when a member is lost; they end with their
     *     timeout
     * @param tracer of the Vert.x, which closes it
     */
    public static Future<Vertx> joinAsNode(
            ClusterSettings settings,
            Map<String, String> shared,
            Duration longestRequest,
            VertxOptions options,
            Optional<VertxTracer<?, ?>> tracer) {
        var builder = builder(options, longestRequest);
        tracer.ifPresent(builder::tracer);
        return join(Peers.of(settings, shared), Kind.NODE, builder);
    }

    private static VertxBuilder builder(VertxOptions options, Duration longestRequest) {
        return new VertxBuilder(new VertxOptions(options))
                .clusterNodeSelector(new FailFastNodeSelector(longestRequest));
    }

    private static Future<Vertx> join(Peers peers, Kind kind, VertxBuilder builder) {
        var settings = peers.settings();
        return Membership.onThread(
                        "cluster-join", () -> builder.options().setEventBusOptions(settings.eventBusOptions()))
                .compose(read -> start(peers, kind, builder)
                        .recover(failure -> Future.failedFuture(cannotJoin(settings, failure))));
    }

    private static Future<Vertx> start(Peers peers, Kind kind, VertxBuilder builder) {
        return Membership.onThread("cluster-join", () -> start(peers, kind))
                .compose(manager -> Future.<Vertx>future(
                                builder.clusterManager(manager).init()::clusteredVertx)
                        .compose(vertx -> failIfIsolated(vertx, manager, peers.settings())));
    }

    /**
     * Starts a member of the cluster, for a Vert.x that you build yourself:
     *
     * <pre>{@code
     * Vertx.builder().withClusterManager(RegistrarCluster.manager(settings)).buildClustered();
     * }</pre>
     *
     * <p>Blocks until it has joined, up to some seconds. Set {@link ClusterSettings#eventBusOptions} as well. Unlike a Vert.x of
     * {@link #join(ClusterSettings, VertxOptions)}, that Vert.x lets requests to a lost member wait for their timeouts,
     * and does not check whether the other members can be reached.
     *
     * @throws IllegalStateException if no node is running where the settings look for them, or if this member is not
     *     let in
     */
    public static HazelcastClusterManager manager(ClusterSettings settings) {
        try {
            return start(Peers.of(settings, Map.of()), Kind.CLUSTER_MANAGER);
        } catch (Exception e) {
            throw cannotJoin(settings, e);
        }
    }

    /**
     * Checks from outside whether a node could join the others, and returns which of them are running. Fails with an
     * {@link IllegalStateException} that names each address that cannot be resolved or reached, or does not belong to
     * a node of the same cluster. Blocks.
     */
    public static String requireReachable(ClusterSettings settings, Map<String, String> shared) {
        return Peers.of(settings, shared).requireReachable();
    }

    /** Returns how many nodes of the service the cluster of this Vert.x has; 1 without a cluster. */
    public static long nodes(Vertx vertx) {
        return vertx.isClustered() ? ((MemberManager) ((VertxInternal) vertx).getClusterManager()).nodes() : 1;
    }

    private static IllegalStateException cannotJoin(ClusterSettings settings, Throwable failure) {
        return new IllegalStateException(
                "This node cannot join the %s: %s".formatted(settings, failure.getMessage()), failure);
    }

    /** Blocks until this member is let in. */
    private static MemberManager start(Peers peers, Kind kind) throws InterruptedException {
        peers.requireNames();
        var member = Membership.start(peers.settings(), peers.handshake(), kind);
        try {
            new Admission(member, peers).await(kind != Kind.NODE);
            return new MemberManager(member);
        } catch (Throwable e) {
            member.getLifecycleService().shutdown();
            throw e;
        }
    }

    /** The returned future belongs to no context, because the contexts of a closed Vert.x complete nothing. */
    private static Future<Vertx> failIfIsolated(Vertx vertx, MemberManager manager, ClusterSettings settings) {
        var joined = Promise.<Vertx>promise();
        new EventBusReach(vertx, manager, settings.silenceLimit())
                .failIfIsolated()
                .onSuccess(reached -> {
                    announce(settings, manager);
                    joined.complete(vertx);
                })
                .onFailure(failure -> vertx.close().onComplete(closed -> joined.fail(failure)));
        return joined.future();
    }

    private static void announce(ClusterSettings settings, MemberManager manager) {
        LOG.info("This is a member of the {} (nodes: {})", settings, manager.nodes());
        if (settings.isOnLoopback()) {
            return;
        }
        if (!settings.usesTls()) {
            LOG.warn(
                    "Messages between nodes are not encrypted, and anyone who can reach the event bus can send requests in"
                            + " any caller's name or end this node: set cluster.tls-certificate, cluster.tls-key and"
                            + " cluster.tls-authority");
        }
        if (!settings.usesHandshake()) {
            LOG.warn("Everyone who can connect to cluster.port can join the cluster (cluster.admission: network)");
        }
    }
}
