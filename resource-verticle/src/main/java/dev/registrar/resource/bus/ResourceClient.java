package dev.registrar.resource.bus;

import static dev.registrar.resource.error.ErrorCode.SERVICE_UNAVAILABLE;
import static dev.registrar.resource.time.TimeLimits.TRANSIT;

import dev.registrar.resource.error.JsonApiException;
import io.vertx.core.Future;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;

/** Asks resource verticles, wherever in the cluster they are. */
public final class ResourceClient {
    private final EventBus bus;

    public ResourceClient(EventBus bus) {
        this.bus = bus;
    }

    /**
     * Sends one message to the verticle of a resource type.
     *
     * @return its reply; fails with {@link RefusedException} when it refuses, and with {@code service_unavailable} when
     *     there is none or when the deadline of the request is over
     */
    public Future<ResourceReply> send(String resourceType, ResourceRequest request) {
        return send(ResourceBus.addressOf(resourceType), resourceType, request);
    }

    /** Reads, as {@link #send} does, for a process of the service itself, which waits for no client. */
    public Future<ResourceReply> sendReserved(String resourceType, ResourceRequest request) {
        return send(ResourceBus.reservedAddressOf(resourceType), resourceType, request);
    }

    private Future<ResourceReply> send(String address, String resourceType, ResourceRequest request) {
        var left = request.deadline().left();
        if (left.compareTo(TRANSIT) <= 0) {
            return Future.failedFuture(unavailable(resourceType));
        }
        var options = new DeliveryOptions()
                .setHeaders(RequestMessage.headersOf(request, left.minus(TRANSIT)))
                .setSendTimeout(left.toMillis());
        return bus.request(address, RequestMessage.bodyOf(request), options)
                .map(ResourceReply::of)
                .recover(failure -> Future.failedFuture(explain(resourceType, failure)));
    }

    private static Throwable explain(String resourceType, Throwable failure) {
        if (failure instanceof ReplyException reply) {
            return reply.failureType() == ReplyFailure.RECIPIENT_FAILURE
                    ? RefusedException.of(reply)
                    : unavailable(resourceType);
        }
        return failure;
    }

    private static JsonApiException unavailable(String resourceType) {
        return SERVICE_UNAVAILABLE
                .because("The service of %s does not reply in time; try again.".formatted(resourceType))
                .asException();
    }
}
