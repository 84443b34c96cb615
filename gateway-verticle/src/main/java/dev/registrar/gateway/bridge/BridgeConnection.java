package dev.registrar.gateway.bridge;

import static dev.registrar.resource.error.ErrorCode.FORBIDDEN;
import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;
import static dev.registrar.resource.error.ErrorCode.OVERLOADED;
import static dev.registrar.resource.error.ErrorCode.SERVICE_UNAVAILABLE;
import static dev.registrar.resource.error.ErrorCode.UNAUTHENTICATED;
import static dev.registrar.resource.error.ErrorSource.pointer;

import dev.registrar.resource.bus.ResourceBus;
import dev.registrar.resource.bus.sending.ErrorReplyException;
import dev.registrar.resource.document.writing.ErrorsDocument;
import dev.registrar.resource.error.JsonApiError;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.json.Json;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.NetSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection: its client logs in first, and then sends requests and registers for messages. Belongs to one event loop. */
final class BridgeConnection {
    private static final Logger LOG = LoggerFactory.getLogger(BridgeConnection.class);

    /** The address of the bridge itself, where clients log in. */
    private static final String LOGIN = ResourceBus.addressOf("bridge");

    private final Bridge bridge;
    private final FrameStream stream;
    private final String remoteAddress;
    private final Decisions decisions;
    private final long openedAt = System.nanoTime();
    private Optional<BridgeClient> client = Optional.empty();
    private boolean isFinishing;

    BridgeConnection(NetSocket socket, Bridge bridge) {
        this.bridge = bridge;
        stream = new FrameStream(socket, bridge.connections(), bridge.settings().maxInFlight());
        remoteAddress = String.valueOf(socket.remoteAddress());
        decisions = bridge.decisionsOf(stream);
    }

    void open() {
        stream.read(this::take, invalid -> refuse(invalid), this::end);
    }

    private void end() {
        bridge.connections().remove(this);
        bridge.events().remove(stream);
        decisions.abandon();
    }

    /** Who has logged in. */
    Optional<BridgeClient> client() {
        return client;
    }

    boolean isLate(Duration limit) {
        return client.isEmpty() && System.nanoTime() - openedAt > limit.toNanos();
    }

    boolean isStalled(Duration timeout) {
        return stream.isStalled(timeout);
    }

    long pending() {
        return stream.pending();
    }

    void close() {
        stream.close();
    }

    void closeListeningSocket() {
        stream.closeListeningSocket();
    }

    /** Accepts no more requests; completes when those in progress, and decisions, have ended and are sent. */
    Future<Void> finish() {
        isFinishing = true;
        return Future.join(decisions.finish(), stream.finish())
                .onComplete(done -> stream.closeWhenSent())
                .mapEmpty();
    }

    private void take(Buffer bytes) {
        var parsed = bridge.bodies().read(bytes.length(), () -> ClientFrame.parse(bytes));
        stream.awaitParsing(parsed.onSuccess(this::take).onFailure(failure -> {
            refuse(failure);
            closeUnlessLoggedIn();
        }));
    }

    private void take(ClientFrame frame) {
        try {
            process(frame.requireWellFormed());
        } catch (JsonApiException refused) {
            refuse(frame, refused);
            closeUnlessLoggedIn();
        }
    }

    private void closeUnlessLoggedIn() {
        if (client.isEmpty()) {
            stream.closeWhenSent();
        }
    }

    private void process(ClientFrame frame) {
        if (frame.type().equals("ping")) {
            stream.write(Frames.pong());
        } else if (client.isEmpty()) {
            logIn(frame);
        } else {
            process(frame, client.get());
        }
    }

    private void process(ClientFrame frame, BridgeClient from) {
        switch (frame.type()) {
            case "send" -> {
                if (decisions.expectReplyAt(frame.address())) {
                    decisions.reply(frame.address(), new JsonObject(frame.bodyAsJson()));
                } else {
                    request(frame, from);
                }
            }
            case "register" -> register(frame, from);
            case "unregister" -> unregister(frame, from);
            case "publish" ->
                throw FORBIDDEN
                        .at(pointer("type"), "Clients of the bridge do not publish messages; send requests.")
                        .asException();
            default ->
                throw MALFORMED_REQUEST
                        .at(pointer("type"), "\"type\" must be one of send, register, unregister, ping.")
                        .asException();
        }
    }

    private void logIn(ClientFrame frame) {
        if (!frame.type().equals("send") || !LOGIN.equals(frame.address())) {
            throw UNAUTHENTICATED
                    .because("Log in first: send { \"token\": \"...\" } to the address %s.".formatted(LOGIN))
                    .asException();
        }
        var replyAddress = frame.requireReplyAddress();
        var known = bridge.clientWithToken(frame.requireToken())
                .orElseThrow(() -> UNAUTHENTICATED
                        .at(pointer("token"), "No client has this token.")
                        .asException());
        if (!bridge.connections().hasRoomFor(known)) {
            throw OVERLOADED
                    .because("The client \"%s\" has %d connections already."
                            .formatted(known.name(), bridge.settings().maxConnectionsPerClient()))
                    .asException();
        }
        client = Optional.of(known);
        stream.allowFrames(bridge.maxFrameSize());
        reply(replyAddress, rightsOf(known).toBuffer());
    }

    private JsonObject rightsOf(BridgeClient known) {
        return new JsonObject()
                .put("client", known.name())
                .put("send", new JsonArray(known.requestAddresses()))
                .put("register", new JsonArray(registerAddresses(known)));
    }

    private List<String> registerAddresses(BridgeClient known) {
        List<String> addresses = new ArrayList<>();
        if (known.followsEvents()) {
            addresses.add(ResourceBus.EVENTS);
        }
        if (known.decidesEnrollments()) {
            addresses.add(bridge.addressOfDecisions());
        }
        return addresses;
    }

    private void request(ClientFrame frame, BridgeClient from) {
        var replyAddress = frame.requireReplyAddress();
        if (isFinishing) {
            throw SERVICE_UNAVAILABLE
                    .because("This node is stopping; connect again, to another one.")
                    .asException();
        }
        var unused = stream.track(bridge.requests()
                .send(from, frame)
                .onSuccess(reply ->
                        stream.write(Frames.message(replyAddress, Optional.empty(), reply.headers(), reply.body())))
                .onFailure(failure -> refuse(frame, failure)));
    }

    private void register(ClientFrame frame, BridgeClient from) {
        var address = requireRegistrable(frame, from);
        var registered = Future.<Void>succeededFuture();
        if (address.equals(ResourceBus.EVENTS)) {
            bridge.events().add(stream);
        } else {
            registered = decisions.register();
        }
        acknowledge(frame, registered);
    }

    private void unregister(ClientFrame frame, BridgeClient from) {
        var address = requireRegistrable(frame, from);
        var unregistered = Future.<Void>succeededFuture();
        if (address.equals(ResourceBus.EVENTS)) {
            bridge.events().remove(stream);
        } else {
            unregistered = decisions.unregister();
        }
        acknowledge(frame, unregistered);
    }

    private String requireRegistrable(ClientFrame frame, BridgeClient from) {
        var unused = frame.headers(Set.of());
        var addresses = registerAddresses(from);
        if (!addresses.contains(frame.address())) {
            throw FORBIDDEN
                    .at(
                            pointer("address"),
                            "The client \"%s\" may not register at this address; it may register at: %s."
                                    .formatted(
                                            from.name(), addresses.isEmpty() ? "none" : String.join(", ", addresses)))
                    .asException();
        }
        return frame.address();
    }

    private void acknowledge(ClientFrame frame, Future<Void> done) {
        var unused = stream.track(done.onSuccess(
                        end -> frame.replyAddress().ifPresent(address -> reply(address, Buffer.buffer())))
                .onFailure(failure -> refuse(frame, failure)));
    }

    private void reply(String replyAddress, Buffer body) {
        stream.write(Frames.message(replyAddress, Optional.empty(), MultiMap.caseInsensitiveMultiMap(), body));
    }

    private void refuse(ClientFrame frame, Throwable failure) {
        if (failure instanceof ErrorReplyException remote) {
            var errors = remote.errorsDocument();
            stream.write(Frames.error(
                    frame.replyAddress(), frame.sourceAddress(), remote.status(), detailsIn(errors), errors));
        } else {
            refuse(frame.replyAddress(), frame.sourceAddress(), frame.requestId(), failure);
        }
    }

    /** For bytes that are not a frame. */
    private void refuse(Throwable failure) {
        refuse(Optional.empty(), Optional.empty(), Optional.empty(), failure);
    }

    private void refuse(
            Optional<String> replyAddress, Optional<String> address, Optional<String> sentId, Throwable failure) {
        var requestId = sentId.orElseGet(() -> UUID.randomUUID().toString());
        var errors = errorsOf(failure, requestId);
        bridge.report(errors, client, remoteAddress);
        stream.write(Frames.error(
                replyAddress,
                address,
                errors.status(),
                errors.getMessage(),
                ErrorsDocument.of(errors.errors(), requestId)));
    }

    private static String detailsIn(Buffer errors) {
        return Json.read(errors).path("errors").findValuesAsText("detail").stream()
                .collect(Collectors.joining(" "));
    }

    private static JsonApiException errorsOf(Throwable failure, String requestId) {
        if (failure instanceof JsonApiException errors) {
            return errors;
        }
        LOG.error("Request {} of the bridge failed", requestId, failure);
        return JsonApiError.internal().asException();
    }
}
