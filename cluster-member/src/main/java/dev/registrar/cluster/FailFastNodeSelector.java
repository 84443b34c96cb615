package dev.registrar.cluster;

import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import io.vertx.core.spi.cluster.ClusterManager;
import io.vertx.core.spi.cluster.NodeListener;
import io.vertx.core.spi.cluster.impl.DefaultNodeSelector;
import java.time.Duration;
import java.util.Collection;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;

/**
 * Selects nodes as Vert.x does, and fails pending requests to a node when it leaves the cluster. Without this, their
 * senders would wait until their timeouts. Extends an internal class of Vert.x, because nothing in public selects nodes
 * as Vert.x does.
 */
final class FailFastNodeSelector extends DefaultNodeSelector implements NodeListener {
    private static final DeliveryOptions TO_SENDER = new DeliveryOptions().setLocalOnly(true);

    private final Duration longestRequest;
    private final Set<String> left = ConcurrentHashMap.newKeySet();

    /**
     * The reply addresses of requests by the node to which they were sent, including requests that have been replied
     * to.
     */
    private volatile ConcurrentMap<String, Queue<String>> recent = new ConcurrentHashMap<>();

    private volatile ConcurrentMap<String, Queue<String>> earlier = new ConcurrentHashMap<>();
    private Vertx vertx;
    private ClusterManager cluster;

    /** Requests older than the longest one may be forgotten; they end with their timeout. */
    FailFastNodeSelector(Duration longestRequest) {
        this.longestRequest = longestRequest;
    }

    @Override
    public void init(Vertx initialized, ClusterManager clusterManager) {
        super.init(initialized, clusterManager);
        vertx = initialized;
        cluster = clusterManager;
        cluster.nodeListener(this);
    }

    @Override
    public void eventBusStarted() {
        super.eventBusStarted();
        vertx.setPeriodic(longestRequest.toMillis(), timer -> forgetEarlier());
    }

    private void forgetEarlier() {
        earlier = recent;
        recent = new ConcurrentHashMap<>();
    }

    @Override
    public void selectForSend(Message<?> message, Promise<String> selected) {
        if (message.replyAddress() != null) {
            selected.future().onSuccess(node -> remember(node, message.replyAddress()));
        }
        super.selectForSend(message, selected);
    }

    private void remember(String node, String replyAddress) {
        if (node != null && !node.equals(cluster.getNodeId())) {
            recent.computeIfAbsent(node, first -> new ConcurrentLinkedQueue<>()).add(replyAddress);
            if (left.contains(node)) {
                failSentTo(node);
            }
        }
    }

    @Override
    public void nodeAdded(String node) {
        left.remove(node);
    }

    @Override
    public void nodeLeft(String node) {
        left.add(node);
        vertx.runOnContext(now -> failSentTo(node));
    }

    private void failSentTo(String node) {
        Stream.of(earlier, recent)
                .map(sent -> sent.remove(node))
                .filter(Objects::nonNull)
                .flatMap(Collection::stream)
                .forEach(this::fail);
    }

    /** Requests that have been replied to no longer have a handler. */
    private void fail(String replyAddress) {
        var failure = new ReplyException(ReplyFailure.TIMEOUT, "The node has left the cluster before it replied");
        vertx.eventBus().send(replyAddress, failure, TO_SENDER);
    }
}
