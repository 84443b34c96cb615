package dev.registrar.resource.bus.sending;

import static dev.registrar.resource.error.ErrorCode.SERVICE_UNAVAILABLE;
import static dev.registrar.resource.time.TimeLimits.TRANSIT;

import dev.registrar.resource.bus.ResourceBus;
import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.error.JsonApiException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Asks resource verticles, wherever in the cluster they are. When the node that was asked is lost or silent, another one is
 * asked to read; what changes something is sent again only when no verticle can have got it.
 */
public final class ResourceClient {
    private static final Duration PAUSE = Duration.ofMillis(100);

    /** How often one read is sent, at equal intervals, when nobody replies. */
    private static final int SENDINGS = 3;

    /** So many reads at once may have been sent again: if more are slow, no node is silent, but all have too much to do. */
    private static final int MOST_SENT_AGAIN = 100;

    private final Vertx vertx;
    private final AtomicInteger sentAgain = new AtomicInteger();

    public ResourceClient(Vertx vertx) {
        this.vertx = vertx;
    }

    /**
     * Sends one message to the verticle of a resource type.
     *
     * @return its reply; fails with {@link ErrorReplyException} when it refuses, and with {@code service_unavailable} when
     *     there is none or when the deadline of the request is over
     */
    public Future<ResourceReply> send(String resourceType, ResourceRequest request) {
        return sendToAny(ResourceBus.addressOf(resourceType), resourceType, request);
    }

    /** Reads, as {@link #send} does, for a process of the service itself, which waits for no client. */
    public Future<ResourceReply> sendReserved(String resourceType, ResourceRequest request) {
        return sendToAny(ResourceBus.reservedAddressOf(resourceType), resourceType, request);
    }

    private Future<ResourceReply> sendToAny(String address, String resourceType, ResourceRequest request) {
        return request.action().isReading() && vertx.isClustered()
                ? sendWhileSilent(address, resourceType, request)
                : send(address, resourceType, request);
    }

    /** A node that is frozen or cut off belongs to the cluster for some seconds yet. The first reply counts. */
    private Future<ResourceReply> sendWhileSilent(String address, String resourceType, ResourceRequest request) {
        var reply = Promise.<ResourceReply>promise();
        var interval =
                Math.max(1, request.deadline().left().dividedBy(SENDINGS + 1).toMillis());
        sendInto(reply, address, resourceType, request);
        var sendings = new AtomicInteger(1);
        var timer = vertx.setPeriodic(interval, silent -> {
            if (sendings.getAndIncrement() < SENDINGS && sentAgain.get() < MOST_SENT_AGAIN) {
                sentAgain.incrementAndGet();
                reply.future().onComplete(over -> sentAgain.decrementAndGet());
                sendInto(reply, address, resourceType, request);
            }
        });
        return reply.future().onComplete(over -> vertx.cancelTimer(timer));
    }

    private void sendInto(Promise<ResourceReply> reply, String address, String resourceType, ResourceRequest request) {
        send(address, resourceType, request).onSuccess(reply::tryComplete).onFailure(reply::tryFail);
    }

    private Future<ResourceReply> send(String address, String resourceType, ResourceRequest request) {
        var left = request.deadline().left();
        if (left.compareTo(TRANSIT) <= 0) {
            return Future.failedFuture(unavailable(resourceType));
        }
        var options = new DeliveryOptions()
                .setHeaders(RequestMessage.headersOf(request, left.minus(TRANSIT)))
                .setSendTimeout(left.toMillis());
        return vertx.eventBus()
                .request(address, RequestMessage.bodyOf(request), options)
                .map(ResourceReply::of)
                .recover(failure -> failure instanceof ReplyException reply
                        ? afterFailure(reply, address, resourceType, request)
                        : Future.failedFuture(failure));
    }

    private Future<ResourceReply> afterFailure(
            ReplyException failure, String address, String resourceType, ResourceRequest request) {
        if (failure.failureType() == ReplyFailure.RECIPIENT_FAILURE) {
            return Future.failedFuture(ErrorReplyException.of(failure));
        }
        if (failure.failureType() == ReplyFailure.NO_HANDLERS && isEarly(request)) {
            return pause().compose(over -> send(address, resourceType, request));
        }
        // Before the deadline this means that the node has left, with the request or after it.
        if (failure.failureType() == ReplyFailure.TIMEOUT) {
            return request.action().isReading()
                    ? send(address, resourceType, request)
                    : Future.failedFuture(unknownOutcome(resourceType));
        }
        return Future.failedFuture(unavailable(resourceType));
    }

    /** A cluster that has lost a node needs a moment to find the remaining consumers. Others are not waited for so long. */
    private static boolean isEarly(ResourceRequest request) {
        var deadline = request.deadline();
        return deadline.elapsed().compareTo(deadline.left()) < 0;
    }

    private Future<Void> pause() {
        var over = Promise.<Void>promise();
        vertx.setTimer(PAUSE.toMillis(), timer -> over.complete());
        return over.future();
    }

    private static JsonApiException unavailable(String resourceType) {
        return SERVICE_UNAVAILABLE
                .because("The service of %s does not reply in time; try again.".formatted(resourceType))
                .asException();
    }

    private static JsonApiException unknownOutcome(String resourceType) {
        return SERVICE_UNAVAILABLE
                .because(
                        ("The service of %s did not reply in time: the change may have been made or not. Repeat it with the"
                                        + " same Idempotency-Key; without one, read before you repeat it.")
                                .formatted(resourceType))
                .asException();
    }
}
