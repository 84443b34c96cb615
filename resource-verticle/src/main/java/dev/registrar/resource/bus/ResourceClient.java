package dev.registrar.resource.bus;

import static dev.registrar.resource.error.ErrorCode.SERVICE_UNAVAILABLE;

import io.vertx.core.Future;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import java.time.Duration;

/** Asks resource verticles, wherever in the cluster they are. */
public final class ResourceClient {
    private final EventBus bus;
    private final Duration timeout;

    /**
     * Makes a client.
     *
     * @param timeout how long an answer may take; longer than the database's statement timeout, so that a verticle can
     *     tell that it gave up
     */
    public ResourceClient(EventBus bus, Duration timeout) {
        this.bus = bus;
        this.timeout = timeout;
    }

    /**
     * Sends one message to the verticle of a resource type.
     *
     * @return its answer; fails with {@link RefusedException} when it refuses, and with {@code service_unavailable} when
     *     there is none or it does not answer in time
     */
    public Future<ResourceReply> send(String resourceType, ResourceRequest request) {
        return send(ResourceBus.addressOf(resourceType), resourceType, request);
    }

    /** Reads, as {@link #send} does, for a process of the service itself, which waits for no client. */
    public Future<ResourceReply> sendReserved(String resourceType, ResourceRequest request) {
        return send(ResourceBus.reservedAddressOf(resourceType), resourceType, request);
    }

    private Future<ResourceReply> send(String address, String resourceType, ResourceRequest request) {
        var options = new DeliveryOptions()
                .setHeaders(RequestMessage.headersOf(request))
                .setSendTimeout(timeout.toMillis());
        return bus.request(address, RequestMessage.bodyOf(request), options)
                .map(ResourceReply::of)
                .recover(failure -> Future.failedFuture(explain(resourceType, failure)));
    }

    private static Throwable explain(String resourceType, Throwable failure) {
        if (failure instanceof ReplyException reply) {
            return reply.failureType() == ReplyFailure.RECIPIENT_FAILURE
                    ? RefusedException.of(reply)
                    : SERVICE_UNAVAILABLE
                            .because("The service of %s does not answer now; try again.".formatted(resourceType))
                            .asException();
        }
        return failure;
    }
}
