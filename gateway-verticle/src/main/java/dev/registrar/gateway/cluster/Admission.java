package dev.registrar.gateway.cluster;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks whether a node has been let into its cluster. Hazelcast silently lets a rejected node form its own cluster, so
 * an operator who mistypes the secret would have two clusters.
 */
final class Admission {
    private static final Logger LOG = LoggerFactory.getLogger(Admission.class);
    private static final Duration LOOK_INTERVAL = Duration.ofMillis(100);
    private static final int CONNECT_MILLIS = 1_000;

    /** Nodes that start at the same moment may each form a cluster and need up to this long to merge. */
    private static final Duration PATIENCE = Duration.ofSeconds(12);

    private final Vertx vertx;
    private final HazelcastClusterManager cluster;
    private final ClusterSettings settings;
    private final NetClient client;

    Admission(Vertx vertx, HazelcastClusterManager cluster, ClusterSettings settings) {
        this.vertx = vertx;
        this.cluster = cluster;
        this.settings = settings;
        client = vertx.createNetClient(new NetClientOptions().setConnectTimeout(CONNECT_MILLIS));
    }

    /** Fails if this node stays alone although one of the members that it looks for is listening. */
    Future<Void> require() {
        return (isAlone()
                        ? others().compose(this::firstListening)
                        : Future.succeededFuture(Optional.<SocketAddress>empty()))
                .eventually(() -> client.close())
                .compose(other -> other.map(this::awaitLetInBy).orElseGet(Future::succeededFuture));
    }

    private boolean isAlone() {
        return cluster.getNodes().size() <= 1;
    }

    private Future<List<SocketAddress>> others() {
        var own = SocketAddress.inetSocketAddress(settings.port(), settings.host());
        return members()
                .map(members ->
                        members.stream().filter(member -> !member.equals(own)).toList());
    }

    private Future<List<SocketAddress>> members() {
        return settings.usesDns()
                ? vertx.executeBlocking(this::membersByName, false)
                : Future.succeededFuture(settings.memberAddresses());
    }

    /** Returns an empty list if the name has no addresses yet: the first node of a service finds no others. */
    private List<SocketAddress> membersByName() {
        try {
            return Stream.of(InetAddress.getAllByName(settings.membersDns()))
                    .map(address -> SocketAddress.inetSocketAddress(settings.port(), address.getHostAddress()))
                    .toList();
        } catch (UnknownHostException unknown) {
            LOG.warn(
                    "The name {} (cluster.members-dns) has no addresses yet: this node starts alone and joins the others"
                            + " when they are found",
                    settings.membersDns());
            return List.of();
        }
    }

    private Future<Optional<SocketAddress>> firstListening(List<SocketAddress> members) {
        if (members.isEmpty()) {
            return Future.succeededFuture(Optional.empty());
        }
        var first = members.get(0);
        return client.connect(first)
                .compose(socket -> socket.close())
                .map(Optional.of(first))
                .recover(absent -> firstListening(members.subList(1, members.size())));
    }

    private Future<Void> awaitLetInBy(SocketAddress other) {
        var end = System.nanoTime() + PATIENCE.toNanos();
        var letIn = Promise.<Void>promise();
        var question = new MembershipQuestion(cluster.getHazelcastInstance(), other);
        vertx.setPeriodic(0, LOOK_INTERVAL.toMillis(), timer -> {
            question.ask();
            if (!isAlone()) {
                vertx.cancelTimer(timer);
                letIn.complete();
            } else if (question.isDenied() || System.nanoTime() - end > 0) {
                vertx.cancelTimer(timer);
                letIn.fail(rejectedBy(other));
            }
        });
        return letIn.future();
    }

    private static IllegalStateException rejectedBy(SocketAddress other) {
        return new IllegalStateException(
                "the node at %s does not let it in; both need the same cluster.name, cluster.secret, and way to find members"
                        .formatted(other));
    }
}
