package dev.registrar.resource;

import static dev.registrar.resource.error.ErrorCode.INTERNAL_ERROR;
import static dev.registrar.resource.error.ErrorCode.METHOD_NOT_ALLOWED;

import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.BusSettings;
import dev.registrar.resource.bus.ConcurrencyLimit;
import dev.registrar.resource.bus.RefusedException;
import dev.registrar.resource.bus.RequestMessage;
import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.error.ErrorsDocument;
import dev.registrar.resource.error.JsonApiException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.Message;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An address on the event bus where one resource type is reached. Every message gets an answer, whatever happens. */
public final class ResourceEndpoint {
    private static final Logger LOG = LoggerFactory.getLogger(ResourceEndpoint.class);

    private final String address;
    private final Map<Action, ActionHandler> handlers;
    private final ConcurrencyLimit reading;
    private final ConcurrencyLimit changing;

    public ResourceEndpoint(String address, Map<Action, ActionHandler> handlers, BusSettings settings) {
        this.address = address;
        this.handlers = Map.copyOf(handlers);
        reading = new ConcurrencyLimit(settings.maxInFlight());
        changing = new ConcurrencyLimit(settings.maxInFlight());
    }

    /** Completes when requests from the whole cluster arrive. */
    public Future<Void> offer(Vertx vertx) {
        var offered = Promise.<Void>promise();
        vertx.eventBus().<Object>consumer(address, this::answer).completionHandler(offered);
        return offered.future();
    }

    private void answer(Message<Object> message) {
        ResourceRequest request;
        try {
            request = RequestMessage.read(message);
        } catch (JsonApiException unreadable) {
            fail(message, unreadable, "");
            return;
        }
        Future.succeededFuture(request)
                .compose(this::handle)
                .onSuccess(reply -> reply.to(message))
                .onFailure(failure -> refuse(message, request, failure));
    }

    private Future<ResourceReply> handle(ResourceRequest request) {
        var limit = request.action().isReading() ? reading : changing;
        return limit.run(() -> handlerOf(request).handle(request));
    }

    private ActionHandler handlerOf(ResourceRequest request) {
        return Optional.ofNullable(handlers.get(request.action()))
                .orElseThrow(() -> METHOD_NOT_ALLOWED
                        .because("%s does not offer the action %s."
                                .formatted(address, request.action().headerValue()))
                        .asException());
    }

    private void refuse(Message<?> message, ResourceRequest request, Throwable failure) {
        if (failure instanceof RefusedException elsewhere) {
            message.fail(elsewhere.status(), elsewhere.errorsDocument().toString());
        } else {
            fail(message, faultOf(failure, request), request.requestId());
        }
    }

    private JsonApiException faultOf(Throwable failure, ResourceRequest request) {
        if (failure instanceof JsonApiException fault) {
            return fault;
        }
        LOG.error("{} {} failed, request {}", request.action(), address, request.requestId(), failure);
        return new JsonApiException(INTERNAL_ERROR.because("The request failed; the log tells why under its id."));
    }

    private static void fail(Message<?> message, JsonApiException fault, String requestId) {
        Buffer document = ErrorsDocument.of(fault.errors(), requestId);
        message.fail(fault.status(), document.toString());
    }
}
