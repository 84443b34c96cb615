package dev.registrar.resource.bus.receiving;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.spi.cluster.ClusterManager;
import io.vertx.core.spi.cluster.RegistrationInfo;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A consumer of an address that leaves it without losing a message: first no node finds it any more, then it finishes what
 * it has. Belongs to one event loop.
 */
public final class BusConsumer {
    /** Request header: the consumer replies at once and does nothing, so that it is known to be there. */
    static final String PING = "ping";

    private static final Logger LOG = LoggerFactory.getLogger(BusConsumer.class);

    /** A cluster takes some milliseconds to tell all its nodes which consumers there are. */
    private static final Duration NEWS = Duration.ofMillis(750);

    private static final Duration CLUSTER_PATIENCE = Duration.ofSeconds(2);

    private final Vertx vertx;
    private final String address;
    private final Function<Message<Object>, Future<?>> work;
    private final MessageConsumer<Object> consumer;
    private final WorkInProgress inHand = new WorkInProgress();

    private BusConsumer(Vertx vertx, String address, Function<Message<Object>, Future<?>> work) {
        this.vertx = vertx;
        this.address = address;
        this.work = work;
        consumer = vertx.eventBus().consumer(address, this::take);
    }

    /**
     * Consumes an address.
     *
     * @param work is done for each message, and has replied when it completes, and when it fails
     * @return completes when messages from the whole cluster arrive
     */
    public static Future<BusConsumer> open(Vertx vertx, String address, Function<Message<Object>, Future<?>> work) {
        var opened = new BusConsumer(vertx, address, work);
        var registered = Promise.<Void>promise();
        opened.consumer.completionHandler(registered);
        return registered.future().map(opened);
    }

    /**
     * Asks a consumer of an address, on any node, whether it is there; and other ones when the first is silent.
     *
     * @param patience how long to wait for each
     * @return fails when none of them replies
     */
    public static Future<Void> ping(Vertx vertx, String address, int attempts, Duration patience) {
        var options = new DeliveryOptions().addHeader(PING, "").setSendTimeout(patience.toMillis());
        return vertx.eventBus()
                .request(address, null, options)
                .<Void>mapEmpty()
                .recover(failure -> isReply(failure)
                        ? Future.succeededFuture()
                        : attempts > 1 ? ping(vertx, address, attempts - 1, patience) : Future.failedFuture(failure));
    }

    /** Another verticle may consume the address, and refuse what it does not know. */
    private static boolean isReply(Throwable failure) {
        return failure instanceof ReplyException reply && reply.failureType() == ReplyFailure.RECIPIENT_FAILURE;
    }

    private void take(Message<Object> message) {
        if (message.headers().contains(PING)) {
            message.reply(null);
        } else {
            var unused = inHand.track(work.apply(message));
        }
    }

    /**
     * Leaves the address, with all its consumers on this node.
     *
     * @param patience how long messages that have arrived may take
     * @return completes when they have their replies, or patience is over; never fails
     */
    public Future<Void> close(Duration patience) {
        return leaveCluster()
                .compose(unknown -> consumer.unregister())
                .compose(left -> inHand.end().timeout(patience.toMillis(), MILLISECONDS))
                .onFailure(failure -> LOG.warn("Not every message at {} got its reply", address, failure))
                .otherwiseEmpty();
    }

    /** What other nodes send until they know still finds the consumer. */
    private Future<Void> leaveCluster() {
        if (!vertx.isClustered()) {
            return Future.succeededFuture();
        }
        var cluster = ((VertxInternal) vertx).getClusterManager();
        return registrations(cluster)
                .compose(found -> Future.join(found.stream()
                        .filter(registration -> registration.nodeId().equals(cluster.getNodeId()))
                        .map(registration -> remove(cluster, registration))
                        .toList()))
                .timeout(CLUSTER_PATIENCE.toMillis(), MILLISECONDS)
                .onFailure(failure -> LOG.warn("The cluster cannot be told that {} is left", address, failure))
                .otherwiseEmpty()
                .compose(removed -> vertx.timer(NEWS.toMillis()));
    }

    private Future<List<RegistrationInfo>> registrations(ClusterManager cluster) {
        var found = Promise.<List<RegistrationInfo>>promise();
        cluster.getRegistrations(address, found);
        return found.future();
    }

    private Future<Void> remove(ClusterManager cluster, RegistrationInfo registration) {
        var removed = Promise.<Void>promise();
        cluster.removeRegistration(address, registration, removed);
        return removed.future();
    }
}
