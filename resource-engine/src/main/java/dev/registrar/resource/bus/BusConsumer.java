package dev.registrar.resource.bus;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.registrar.platform.concurrency.ConcurrencyLimit;
import dev.registrar.platform.operations.NodeCluster;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import java.time.Duration;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A consumer of an address that can be closed without losing a message: first it is removed from the cluster, then it
 * finishes the messages that it has received. Use it on one event loop only.
 */
public final class BusConsumer {
    /** Request header: the consumer replies immediately and does nothing else, which shows that it exists. */
    static final String PING = "ping";

    private static final Logger LOG = LoggerFactory.getLogger(BusConsumer.class);

    /** A cluster takes some milliseconds to notify all nodes of a change of consumers. */
    private static final Duration CLUSTER_DELAY = Duration.ofMillis(750);

    private static final Duration CLUSTER_TIMEOUT = Duration.ofSeconds(2);

    private final Vertx vertx;
    private final String address;
    private final Function<Message<Object>, Future<?>> work;
    private final MessageConsumer<Object> consumer;
    private final MessageConsumer<Object> consumerOfObjects;
    private final ConcurrencyLimit inProgress = ConcurrencyLimit.none();

    private BusConsumer(Vertx vertx, String address, Function<Message<Object>, Future<?>> work) {
        this.vertx = vertx;
        this.address = address;
        this.work = work;
        consumer = vertx.eventBus().consumer(address, this::receive);
        consumerOfObjects = vertx.eventBus().localConsumer(LocalConsumers.addressOfObjects(address), this::receive);
    }

    /**
     * Consumes an address.
     *
     * @param work handles each message, and has replied when it completes or fails
     * @return completes when the consumer receives messages from the whole cluster
     */
    public static Future<BusConsumer> open(Vertx vertx, String address, Function<Message<Object>, Future<?>> work) {
        var opened = new BusConsumer(vertx, address, work);
        var registered = Promise.<Void>promise();
        opened.consumer.completionHandler(registered);
        return registered
                .future()
                .onSuccess(over -> LocalConsumers.of(vertx).add(address))
                .map(opened);
    }

    /**
     * Checks that an address has a consumer on any node; tries others when the first one does not reply.
     *
     * @param timeout how long to wait for each reply
     * @return fails when none of them replies
     */
    public static Future<Void> ping(Vertx vertx, String address, int attempts, Duration timeout) {
        var options = new DeliveryOptions().addHeader(PING, "").setSendTimeout(timeout.toMillis());
        return vertx.eventBus()
                .request(address, null, options)
                .<Void>mapEmpty()
                // Another verticle may consume the address, and fail a message that it does not know.
                .recover(failure -> ErrorReply.in(failure).isPresent()
                        ? Future.succeededFuture()
                        : attempts > 1 ? ping(vertx, address, attempts - 1, timeout) : Future.failedFuture(failure));
    }

    private void receive(Message<Object> message) {
        if (message.headers().contains(PING)) {
            message.reply(null);
        } else {
            var unused = inProgress.run(() -> work.apply(message));
        }
    }

    /**
     * Removes all consumers of the address on this node.
     *
     * @param timeout how long to wait for messages in progress
     * @return completes when all of them have been replied to, or after that time; never fails
     */
    public Future<Void> close(Duration timeout) {
        LocalConsumers.of(vertx).remove(address);
        return leaveCluster()
                .compose(unknown -> Future.join(consumer.unregister(), consumerOfObjects.unregister()))
                .compose(left -> inProgress.whenIdle().timeout(timeout.toMillis(), MILLISECONDS))
                .onFailure(failure -> LOG.warn("Not every message at {} was replied to", address, failure))
                .otherwiseEmpty();
    }

    /**
     * Messages that other nodes send before they know still reach the consumer. This uses internals of Vert.x because
     * its {@code unregister} leaves the cluster and stops receiving at the same time.
     */
    private Future<Void> leaveCluster() {
        var cluster = NodeCluster.of(vertx);
        if (cluster.isEmpty()) {
            return Future.succeededFuture();
        }
        return cluster.get()
                .removeOwnConsumers(address)
                .timeout(CLUSTER_TIMEOUT.toMillis(), MILLISECONDS)
                .onFailure(
                        failure -> LOG.warn("The consumers of {} cannot be removed from the cluster", address, failure))
                .otherwiseEmpty()
                .compose(removed -> vertx.timer(CLUSTER_DELAY.toMillis()));
    }
}
