package dev.registrar.gateway.cluster;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import io.vertx.core.spi.cluster.ClusterManager;
import io.vertx.core.spi.cluster.NodeInfo;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks that requests to the other nodes, and their replies, arrive. Membership does not tell: members agree on it over
 * another port and without certificates, and a member that cannot be reached would be sent requests all the same.
 */
final class EventBusReach {
    private static final Logger LOG = LoggerFactory.getLogger(EventBusReach.class);
    private static final String ADDRESS = "registrar.node.";
    private static final DeliveryOptions REQUEST = new DeliveryOptions().setSendTimeout(1_500);
    private static final Duration RETRY_INTERVAL = Duration.ofMillis(100);
    private static final Duration MARGIN = Duration.ofSeconds(2);

    private final Vertx vertx;
    private final ClusterManager cluster;
    private final Duration patience;
    private final Set<String> reached = new HashSet<>();
    private final Set<String> notReached = new HashSet<>();

    /**
     * Creates a check.
     *
     * @param silenceLimit after this time, a node that has failed no longer belongs to the cluster
     */
    EventBusReach(Vertx vertx, ClusterManager cluster, Duration silenceLimit) {
        this.vertx = vertx;
        this.cluster = cluster;
        patience = silenceLimit.plus(MARGIN);
    }

    /** Fails if there are other nodes and none of them replies. From now on, this node replies to the others. */
    Future<Void> require() {
        var consumer = vertx.eventBus().consumer(ADDRESS + cluster.getNodeId(), request -> request.reply(null));
        var end = System.nanoTime() + patience.toNanos();
        return Future.<Void>future(consumer::completionHandler).compose(registered -> requireUntil(end));
    }

    private Future<Void> requireUntil(long end) {
        var missing = missing();
        if (missing.isEmpty()) {
            return Future.succeededFuture();
        }
        return Future.join(missing.stream().map(this::request).toList())
                .otherwiseEmpty()
                .compose(asked -> System.nanoTime() - end > 0 ? judge() : requireLater(end));
    }

    private Future<Void> requireLater(long end) {
        return missing().isEmpty()
                ? Future.succeededFuture()
                : vertx.timer(RETRY_INTERVAL.toMillis()).compose(later -> requireUntil(end));
    }

    private List<String> missing() {
        return cluster.getNodes().stream()
                .filter(node -> !node.equals(cluster.getNodeId()) && !reached.contains(node))
                .toList();
    }

    /** A node without a handler is still starting. */
    private Future<Void> request(String node) {
        return vertx.eventBus()
                .request(ADDRESS + node, null, REQUEST)
                .onSuccess(reply -> reached.add(node))
                .onFailure(failure -> {
                    if (failure instanceof ReplyException reply && reply.failureType() == ReplyFailure.TIMEOUT) {
                        notReached.add(node);
                    }
                })
                .mapEmpty();
    }

    private Future<Void> judge() {
        var lost = missing().stream().filter(notReached::contains).toList();
        if (lost.isEmpty()) {
            return Future.succeededFuture();
        }
        return Future.all(lost.stream().map(this::address).toList())
                .map(addresses -> addresses.<String>list().stream().collect(Collectors.joining(", ")))
                .compose(this::report);
    }

    private Future<String> address(String node) {
        var info = Promise.<NodeInfo>promise();
        cluster.getNodeInfo(node, info);
        return info.future().map(known -> "%s:%s".formatted(known.host(), known.port()));
    }

    private Future<Void> report(String addresses) {
        var message =
                "requests to the event bus of other nodes get no reply (%s): check that each node can connect to the event-bus port of the others, and that each accepts the certificates of the others (cluster.tls-authority)"
                        .formatted(addresses);
        if (reached.isEmpty()) {
            return Future.failedFuture(new IllegalStateException(message));
        }
        LOG.warn("To and from some nodes, {}", message);
        return Future.succeededFuture();
    }
}
