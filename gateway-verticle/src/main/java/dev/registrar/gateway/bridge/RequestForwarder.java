package dev.registrar.gateway.bridge;

import static dev.registrar.resource.error.ErrorCode.FORBIDDEN;
import static dev.registrar.resource.error.ErrorCode.INTERNAL_ERROR;
import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;
import static dev.registrar.resource.error.ErrorCode.SERVICE_UNAVAILABLE;
import static dev.registrar.resource.error.ErrorSource.pointer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.registrar.resource.bus.BusSettings;
import dev.registrar.resource.bus.MessageBody;
import dev.registrar.resource.bus.ObjectBounds;
import dev.registrar.resource.bus.RecipientFailure;
import dev.registrar.resource.bus.ResourceBus;
import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.bus.receiving.BodyReaders;
import dev.registrar.resource.bus.receiving.RequestReader;
import dev.registrar.resource.bus.sending.ErrorReplyException;
import dev.registrar.resource.bus.sending.ResourceClient;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.json.JsonObject;
import java.util.Optional;
import java.util.Set;

/** Sends the requests of clients over the event bus, each in the name of the caller that the configuration says. */
final class RequestForwarder {
    private static final Set<String> HEADERS = Set.of(
            ResourceBus.ACTION,
            ResourceBus.ID,
            ResourceBus.RELATIONSHIP,
            ResourceBus.IF_MATCH,
            ResourceBus.IF_NONE_MATCH,
            ResourceBus.PREFER,
            ResourceBus.IDEMPOTENCY_KEY,
            ResourceBus.TIMEOUT,
            ResourceBus.VERSION);

    private static final Set<String> HEADERS_OF_REPLAY = Set.of(ResourceBus.VERSION);

    private final Vertx vertx;
    private final BusSettings bus;
    private final ResourceClient verticles;
    private final BodyReaders bodies;

    RequestForwarder(Vertx vertx, BusSettings bus, BodyReaders bodies) {
        this.vertx = vertx;
        this.bus = bus;
        this.bodies = bodies;
        verticles = new ResourceClient(vertx);
    }

    /** A reply: its headers, and one JSON value or nothing. */
    record Reply(MultiMap headers, Buffer body) {}

    /**
     * Sends a request.
     *
     * @return its reply; fails with {@link ErrorReplyException} when a verticle replies with errors, and with a
     *     {@link dev.registrar.resource.error.JsonApiException} when the client may not send the request, when it is
     *     malformed, or when there is no reply
     */
    Future<Reply> send(BridgeClient client, ClientFrame frame) {
        var address = frame.address();
        return client.resourceTypeAt(address)
                .map(type -> sendRequest(client, type, frame))
                .or(() -> Optional.of(address).filter(client::mayReplayAt).map(source -> replay(source, frame)))
                .orElseThrow(() -> FORBIDDEN
                        .at(
                                pointer("address"),
                                "The client \"%s\" may not send requests to this address; it may send them to: %s."
                                        .formatted(client.name(), String.join(", ", client.requestAddresses())))
                        .asException());
    }

    private Future<Reply> sendRequest(BridgeClient client, String type, ClientFrame frame) {
        var headers = frame.headers(HEADERS);
        client.requireAllowed(type, Optional.ofNullable(headers.get(ResourceBus.ACTION)));
        var body = frame.body();
        if (body.has(ResourceBus.CALLER)) {
            throw MALFORMED_REQUEST
                    .at(
                            pointer(ResourceBus.CALLER),
                            "Leave \"caller\" out: the configuration says in whose name this client sends requests.")
                    .asException();
        }
        var reader = new RequestReader(headers, withCaller(body, client, frame.size()), bus);
        return bodies.read(frame.size(), reader::read)
                .compose(request -> verticles.send(type, request))
                .map(RequestForwarder::replyOf);
    }

    private static MessageBody withCaller(ObjectNode body, BridgeClient client, int size) {
        body.set(ResourceBus.CALLER, client.caller());
        return new MessageBody(body, Optional.empty(), size);
    }

    /** Any verticle may have replied; the document must not be mistaken for other members of the frame. */
    private static Reply replyOf(ResourceReply reply) {
        var document = reply.document();
        if (document.length() > 0 && !ObjectBounds.holdIn(document)) {
            throw INTERNAL_ERROR
                    .because("The reply of the verticle is not a JSON object.")
                    .asException();
        }
        return new Reply(reply.headers(), document);
    }

    private Future<Reply> replay(String address, ClientFrame frame) {
        var options = new DeliveryOptions()
                .setHeaders(frame.headers(HEADERS_OF_REPLAY))
                .setSendTimeout(bus.replyTimeout().toMillis());
        return vertx.eventBus()
                .<JsonObject>request(address, frame.bodyAsJson(), options)
                .map(reply -> new Reply(reply.headers(), reply.body().toBuffer()))
                .recover(failure -> Future.failedFuture(RecipientFailure.in(failure)
                        .map(ErrorReplyException::of)
                        .orElseGet(() -> noReplyFrom(address))));
    }

    private static RuntimeException noReplyFrom(String address) {
        return SERVICE_UNAVAILABLE
                .because("There was no reply from %s in time; try again.".formatted(address))
                .asException();
    }
}
