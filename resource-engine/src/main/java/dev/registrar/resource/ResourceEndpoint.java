package dev.registrar.resource;

import static dev.registrar.resource.error.ErrorCode.METHOD_NOT_ALLOWED;

import dev.registrar.platform.operations.RequestContext;
import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.BodyReaders;
import dev.registrar.resource.bus.BusConsumer;
import dev.registrar.resource.bus.BusSettings;
import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.bus.ErrorReply;
import dev.registrar.resource.bus.ErrorReplyException;
import dev.registrar.resource.bus.RequestLimits;
import dev.registrar.resource.bus.RequestReader;
import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.error.JsonApiError;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.store.RequestScope;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The endpoint of one resource type on the event bus. Every message gets a reply, whatever happens. */
record ResourceEndpoint(
        Vertx vertx,
        String address,
        ResourceTypes types,
        ResourceType type,
        Map<Action, ActionHandler> handlers,
        BusSettings settings,
        RequestLimits limits) {
    private static final Logger LOG = LoggerFactory.getLogger(ResourceEndpoint.class);

    /** Completes when the endpoint receives requests from the whole cluster. */
    Future<BusConsumer> listen() {
        var bodies = new BodyReaders(vertx);
        return BusConsumer.open(vertx, address, message -> process(message, bodies));
    }

    private Future<ResourceReply> process(Message<Object> message, BodyReaders bodies) {
        RequestContext.begin().readTrace(message.headers());
        if (message.body() instanceof ResourceRequest fromThisNode) {
            return reply(message, parsed(fromThisNode, bodies), fromThisNode::requestId);
        }
        var reader = new RequestReader(message, settings);
        return reply(message, bodies.read(reader.size(), reader::read), reader::requestId);
    }

    private static Future<ResourceRequest> parsed(ResourceRequest request, BodyReaders bodies) {
        return request.document()
                .map(document -> bodies.read(document.bytes().length(), request::withParsedDocument))
                .orElseGet(() -> Future.succeededFuture(request));
    }

    private Future<ResourceReply> reply(
            Message<Object> message, Future<ResourceRequest> request, Supplier<String> requestId) {
        return request.compose(this::handle)
                .onSuccess(reply -> reply.sendTo(message))
                .onFailure(failure -> reject(message, requestId.get(), failure, urlOfLinks(request)));
    }

    /** The base URL of links in errors; empty if the caller may not read what they lead to. */
    private static Optional<String> urlOfLinks(Future<ResourceRequest> request) {
        return Optional.ofNullable(request.result())
                .filter(read -> read.caller().may(Action.GET))
                .map(ResourceRequest::baseUrl);
    }

    /** Trusts no sender, not even one on this node, to have checked the scopes of the caller. */
    private Future<ResourceReply> handle(ResourceRequest request) {
        RequestContext.begin().setRequestId(request.requestId());
        request.requireScope(request.action().scope());
        if (request.action() == Action.CREATE) {
            request.preconditions().requireForCreation();
        }
        return limits.run(request.action(), () -> {
            var handler = handlerOf(request);
            requireAllowed(request);
            return handler.handle(RequestScope.of(types, type, request));
        });
    }

    private void requireAllowed(ResourceRequest request) {
        if (type.isOnlyReadByPeople() && !request.action().isReading()) {
            request.requireUnbound();
        }
        if (type.isForAdministrators()) {
            request.requireScope(Caller.ADMINISTRATIVE);
        }
    }

    private ActionHandler handlerOf(ResourceRequest request) {
        return Optional.ofNullable(handlers.get(request.action()))
                .orElseThrow(() -> METHOD_NOT_ALLOWED
                        .because("%s does not offer the action %s."
                                .formatted(address, request.action().headerValue()))
                        .asException());
    }

    private void reject(Message<?> message, String requestId, Throwable failure, Optional<String> urlOfLinks) {
        if (failure instanceof ErrorReplyException remote) {
            message.fail(remote.status(), remote.errorsDocument().toString());
        } else {
            // A request that cannot be read has no id until now.
            RequestContext.begin().setRequestId(requestId);
            ErrorReply.send(message, errorsOf(failure), requestId, urlOfLinks);
        }
    }

    private JsonApiException errorsOf(Throwable failure) {
        if (failure instanceof JsonApiException errors) {
            return errors;
        }
        LOG.error("A request to {} failed", address, failure);
        return JsonApiError.internal().asException();
    }
}
