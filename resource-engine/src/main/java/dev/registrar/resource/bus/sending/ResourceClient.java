package dev.registrar.resource.bus.sending;

import static dev.registrar.resource.error.ErrorCode.SERVICE_UNAVAILABLE;
import static dev.registrar.resource.settings.TimeLimits.TRANSIT;

import dev.registrar.resource.bus.LocalConsumers;
import dev.registrar.resource.bus.ResourceBus;
import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.operations.ActionTimers;
import dev.registrar.resource.operations.NodeMetrics;
import dev.registrar.resource.operations.RequestContext;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
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
    private final ActionTimers timers;
    private final AtomicInteger sentAgain = new AtomicInteger();

    public ResourceClient(Vertx vertx) {
        this.vertx = vertx;
        consumers = LocalConsumers.of(vertx);
        timers = NodeMetrics.of(vertx)
                .actionTimers("registrar.bus.requests", "Time from sending a request on the event bus until its reply");
    }

    /**
     * Sends a request to the verticle of a resource type.
     *
     * @return its reply; fails with {@link ErrorReplyException} when it replies with errors, and with
     *     {@code service_unavailable} when there is no verticle or the deadline of the request is over
     */
    public Future<ResourceReply> send(String resourceType, ResourceRequest request) {
        return sendToAny(ResourceBus.addressOf(resourceType), resourceType, request);
    }

    /** Sends a read, like {@link #send}, for a process of the service itself, which clients must not delay. */
    public Future<ResourceReply> sendReserved(String resourceType, ResourceRequest request) {
        return sendToAny(ResourceBus.reservedAddressOf(resourceType), resourceType, request);
    }

    private Future<ResourceReply> sendToAny(String address, String resourceType, ResourceRequest request) {
        var reply = request.action().isReading() && vertx.isClustered()
                ? sendWhileSilent(address, resourceType, request)
                : sendToNearest(address, resourceType, request);
        return timers.measure(resourceType, request.action().headerValue(), reply);
    }

    /**
     * Sends a read repeatedly: a node that hangs or is disconnected stays in the cluster for some seconds. The first
     * reply counts; a failure of a node counts only while no other sending is open. This also ends when nobody waits for the
     * reply any more, but the other node does not learn of it.
     */
    private Future<ResourceReply> sendWhileSilent(String address, String resourceType, ResourceRequest request) {
        var reply = new FirstReply();
        var interval =
                Math.max(1, request.deadline().left().dividedBy(SENDINGS + 1).toMillis());
        reply.await(sendToNearest(address, resourceType, request));
        var first = request.deadline().unlessCancelled(reply.future());
        var sendings = new AtomicInteger(1);
        var timer = vertx.setPeriodic(interval, silent -> {
            if (sendings.getAndIncrement() < SENDINGS && sentAgain.get() < MAX_SENT_AGAIN) {
                sentAgain.incrementAndGet();
                first.onComplete(over -> sentAgain.decrementAndGet());
                reply.await(sendAnywhere(address, resourceType, request));
            }
        });
        return first.onComplete(over -> vertx.cancelTimer(timer));
    }

    /**
     * Sends a request to a verticle on this node if there is one. So the work is distributed as the load balancer
     * distributes it: a node that has just started gets its share gradually, and no request crosses the network twice.
     */
    private Future<ResourceReply> sendToNearest(String address, String resourceType, ResourceRequest request) {
        return send(address, resourceType, request, consumers.toNearest(address));
    }

    private Future<ResourceReply> sendAnywhere(String address, String resourceType, ResourceRequest request) {
        return send(address, resourceType, request, new DeliveryOptions());
    }

    private Future<ResourceReply> send(
            String address, String resourceType, ResourceRequest request, DeliveryOptions options) {
        var left = request.deadline().left();
        if (left.compareTo(TRANSIT) <= 0) {
            return Future.failedFuture(unavailable(resourceType));
        }
        return request(address, request, options, left)
                .map(ResourceReply::of)
                .recover(failure -> failure instanceof ReplyException reply
                        ? afterFailure(reply, address, resourceType, request)
                        : Future.failedFuture(failure));
    }

    /** Sends a message with the request as JSON; to a verticle on this node, the request itself. */
    private Future<Message<Object>> request(
            String address, ResourceRequest request, DeliveryOptions options, Duration left) {
        options.setSendTimeout(left.toMillis());
        if (options.isLocalOnly()) {
            RequestContext.addTrace(options);
            return vertx.eventBus()
                    .request(LocalConsumers.addressOfObjects(address), request.dueEarlier(TRANSIT), options);
        }
        RequestContext.addTrace(options.setHeaders(RequestMessage.headersOf(request, left.minus(TRANSIT))));
        return vertx.eventBus().request(address, RequestMessage.bodyOf(request), options);
    }

    private Future<ResourceReply> afterFailure(
            ReplyException failure, String address, String resourceType, ResourceRequest request) {
        if (failure.failureType() == ReplyFailure.RECIPIENT_FAILURE) {
            return Future.failedFuture(ErrorReplyException.of(failure));
        }
        if (failure.failureType() == ReplyFailure.NO_HANDLERS && isEarly(request)) {
            return vertx.timer(PAUSE.toMillis()).compose(over -> sendAnywhere(address, resourceType, request));
        }
        // Before the deadline, this means that the node left, before or after it processed the request.
        if (failure.failureType() == ReplyFailure.TIMEOUT) {
            return request.action().isReading()
                    ? sendAnywhere(address, resourceType, request)
                    : Future.failedFuture(unknownOutcome(resourceType));
        }
        return Future.failedFuture(unavailable(resourceType));
    }

    /** Whether to wait for a consumer: a cluster that has lost a node needs a moment to find the remaining ones. */
    private static boolean isEarly(ResourceRequest request) {
        var deadline = request.deadline();
        return deadline.elapsed().compareTo(deadline.left()) < 0;
    }

    private static JsonApiException unavailable(String resourceType) {
        return SERVICE_UNAVAILABLE
                .because("The service for %s did not reply in time; try again.".formatted(resourceType))
                .asException();
    }

    private static JsonApiException unknownOutcome(String resourceType) {
        return SERVICE_UNAVAILABLE
                .because(
                        ("The service for %s did not reply in time, and your change may or may not have been made; see whether"
                                        + " it was before you repeat it.")
                                .formatted(resourceType))
                .asException();
    }
}
