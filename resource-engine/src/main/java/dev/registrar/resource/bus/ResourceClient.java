package dev.registrar.resource.bus;

import static dev.registrar.platform.settings.TimeLimits.TRANSIT;
import static dev.registrar.resource.error.ErrorCode.SERVICE_UNAVAILABLE;

import dev.registrar.platform.operations.NodeMetrics;
import dev.registrar.platform.operations.RequestContext;
import dev.registrar.resource.error.JsonApiException;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.Timer;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.ReplyException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sends requests to resource verticles: to one on the same node if there is one, otherwise to any in the cluster. When
 * the receiving node is lost or silent, a read is sent to another node; a change is sent again only if no verticle can
 * have received it.
 */
public final class ResourceClient {
    private static final Duration PAUSE = Duration.ofMillis(100);

    /** The maximum number of times that a read is sent, at equal intervals, while there is no reply. */
    private static final int SENDINGS = 3;

    /** The maximum number of concurrent repeated reads: if more are slow, the nodes are not silent but overloaded. */
    private static final int MAX_SENT_AGAIN = 100;

    private final Vertx vertx;
    private final LocalConsumers consumers;
    private final NodeMetrics metrics;
    private final MeterProvider<Timer> timers;
    private final AtomicInteger sentAgain = new AtomicInteger();

    public ResourceClient(Vertx vertx) {
        this.vertx = vertx;
        consumers = LocalConsumers.of(vertx);
        metrics = NodeMetrics.of(vertx);
        timers = metrics.timers(
                "registrar.bus.requests", "Time from sending a request on the event bus until its reply");
    }

    /**
     * Sends a request to the verticle of a resource type.
     *
     * @return its reply; fails with {@link ErrorReplyException} when it replies with errors, and with
     *     {@code service_unavailable} when there is no verticle or the deadline of the request is over
     */
    public Future<ResourceReply> send(String resourceType, ResourceRequest request) {
        return new Sending(ResourceBus.addressOf(resourceType), resourceType, request).reply();
    }

    /** Sends a read, like {@link #send}, for a process of the service itself, which clients must not delay. */
    public Future<ResourceReply> sendReserved(String resourceType, ResourceRequest request) {
        return new Sending(ResourceBus.reservedAddressOf(resourceType), resourceType, request).reply();
    }

    private final class Sending {
        private final String address;
        private final String resourceType;
        private final ResourceRequest request;

        Sending(String address, String resourceType, ResourceRequest request) {
            this.address = address;
            this.resourceType = resourceType;
            this.request = request;
        }

        Future<ResourceReply> reply() {
            var reply = mayRepeat() && vertx.isClustered() ? sendWhileSilent() : sendToNearest();
            return metrics.isOn() ? measure(reply) : reply;
        }

        /** Of an export that was sent twice, nobody would read the other file. */
        private boolean mayRepeat() {
            return request.action().isReading() && !request.action().isExport();
        }

        private Future<ResourceReply> measure(Future<ResourceReply> begun) {
            var sample = Timer.start();
            return begun.onComplete(ended -> sample.stop(timers.withTags(
                    "type", resourceType, "action", request.action().headerValue())));
        }

        /**
         * Sends a read repeatedly: a node that hangs or is disconnected stays in the cluster for some seconds. This
         * also ends when nobody waits for the reply any more, but the other node does not learn of it.
         */
        private Future<ResourceReply> sendWhileSilent() {
            var reply = new FirstReply();
            var interval = Math.max(
                    1, request.deadline().left().dividedBy(SENDINGS + 1).toMillis());
            reply.await(sendToNearest());
            var first = request.deadline().unlessCancelled(reply.future());
            var sendings = new AtomicInteger(1);
            var timer = vertx.setPeriodic(interval, silent -> {
                if (sendings.getAndIncrement() < SENDINGS && sentAgain.get() < MAX_SENT_AGAIN) {
                    sentAgain.incrementAndGet();
                    first.onComplete(over -> sentAgain.decrementAndGet());
                    reply.await(sendAnywhere());
                }
            });
            return first.onComplete(over -> vertx.cancelTimer(timer));
        }

        /**
         * Sends it to a verticle on this node if there is one. So the work is distributed as the load balancer
         * distributes it: a node that has just started gets its share gradually, and no request crosses the network
         * twice.
         */
        private Future<ResourceReply> sendToNearest() {
            return send(consumers.toNearest(address));
        }

        private Future<ResourceReply> sendAnywhere() {
            return send(new DeliveryOptions());
        }

        private Future<ResourceReply> send(DeliveryOptions options) {
            var left = request.deadline().left();
            if (left.compareTo(TRANSIT) <= 0) {
                return Future.failedFuture(unavailable());
            }
            return message(options.setSendTimeout(left.toMillis()), left)
                    .map(ResourceReply::of)
                    .recover(failure -> failure instanceof ReplyException reply
                            ? afterFailure(reply)
                            : Future.failedFuture(failure));
        }

        /** Sends a message with the request as JSON; to a verticle on this node, the request itself. */
        private Future<Message<Object>> message(DeliveryOptions options, Duration left) {
            if (options.isLocalOnly()) {
                RequestContext.addTrace(options);
                return vertx.eventBus()
                        .request(LocalConsumers.addressOfObjects(address), request.dueEarlier(TRANSIT), options);
            }
            RequestContext.addTrace(options.setHeaders(RequestMessage.headersOf(request, left.minus(TRANSIT))));
            return vertx.eventBus().request(address, RequestMessage.bodyOf(request), options);
        }

        private Future<ResourceReply> afterFailure(ReplyException failure) {
            return switch (failure.failureType()) {
                case RECIPIENT_FAILURE -> Future.failedFuture(ErrorReplyException.of(failure));
                case NO_HANDLERS ->
                    isEarly()
                            ? vertx.timer(PAUSE.toMillis()).compose(over -> sendAnywhere())
                            : Future.failedFuture(unavailable());
                // Before the deadline, this means that the node left, before or after it processed the request.
                case TIMEOUT ->
                    mayRepeat()
                            ? sendAnywhere()
                            : Future.failedFuture(request.action().isReading() ? unavailable() : unknownOutcome());
                default -> Future.failedFuture(unavailable());
            };
        }

        /** Whether to wait for a consumer: a cluster that has lost a node needs a moment to find the remaining ones. */
        private boolean isEarly() {
            var deadline = request.deadline();
            return deadline.elapsed().compareTo(deadline.left()) < 0;
        }

        private JsonApiException unavailable() {
            return SERVICE_UNAVAILABLE
                    .because("The service for %s did not reply in time; try again.".formatted(resourceType))
                    .asException();
        }

        private JsonApiException unknownOutcome() {
            return SERVICE_UNAVAILABLE
                    .because(
                            ("The service for %s did not reply in time, and your change may or may not have been made; see whether"
                                            + " it was before you repeat it.")
                                    .formatted(resourceType))
                    .asException();
        }
    }

    /**
     * The reply to a read that may be sent several times. The first reply counts; a node's failure to serve the read,
     * for example because it is overloaded, is reported only if no other attempt is pending.
     */
    static final class FirstReply {
        private final Promise<ResourceReply> reply = Promise.promise();
        private final AtomicInteger pending = new AtomicInteger();

        void await(Future<ResourceReply> attempt) {
            pending.incrementAndGet();
            attempt.onSuccess(reply::tryComplete).onFailure(this::fail);
        }

        private void fail(Throwable failure) {
            if (pending.decrementAndGet() == 0 || isAboutRequest(failure)) {
                reply.tryFail(failure);
            }
        }

        /** Whether every node would reply with this error. */
        private static boolean isAboutRequest(Throwable failure) {
            return failure instanceof ErrorReplyException error && error.status() < 500;
        }

        Future<ResourceReply> future() {
            return reply.future();
        }
    }
}
