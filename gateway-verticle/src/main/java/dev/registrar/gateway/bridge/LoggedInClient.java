package dev.registrar.gateway.bridge;

import static dev.registrar.resource.error.ErrorCode.FORBIDDEN;
import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;
import static dev.registrar.resource.error.ErrorCode.SERVICE_UNAVAILABLE;
import static dev.registrar.resource.error.ErrorSource.pointer;

import dev.registrar.resource.bus.ResourceBus;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A client that has logged in on one connection: it sends requests and registers for messages. Belongs to one event loop. */
final class LoggedInClient {
    private final BridgeClient client;
    private final Bridge bridge;
    private final FrameStream stream;
    private final RejectedFrames rejected;
    private final Decisions decisions;
    private boolean isFinishing;

    LoggedInClient(BridgeClient client, Bridge bridge, FrameStream stream, RejectedFrames rejected) {
        this.client = client;
        this.bridge = bridge;
        this.stream = stream;
        this.rejected = rejected;
        decisions = bridge.decisionsOf(stream);
    }

    BridgeClient client() {
        return client;
    }

    /** What the client may do. */
    JsonObject rights() {
        return new JsonObject()
                .put("client", client.name())
                .put("send", new JsonArray(client.requestAddresses()))
                .put("register", new JsonArray(registerAddresses()));
    }

    private List<String> registerAddresses() {
        List<String> addresses = new ArrayList<>();
        if (client.followsEvents()) {
            addresses.add(ResourceBus.EVENTS);
        }
        if (client.decidesEnrollments()) {
            addresses.add(bridge.addressOfDecisions());
        }
        return addresses;
    }

    void process(ClientFrame frame) {
        switch (frame.type()) {
            case "send" -> {
                if (decisions.expectReplyAt(frame.address())) {
                    decisions.reply(frame.address(), new JsonObject(frame.bodyAsJson()));
                } else {
                    request(frame);
                }
            }
            case "register" -> register(frame);
            case "unregister" -> unregister(frame);
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

    private void request(ClientFrame frame) {
        var replyAddress = frame.requireReplyAddress();
        if (isFinishing) {
            throw SERVICE_UNAVAILABLE
                    .because("This node is stopping; connect again, to another one.")
                    .asException();
        }
        var unused = stream.track(bridge.requests()
                .send(client, frame)
                .onSuccess(reply ->
                        stream.write(Frames.message(replyAddress, Optional.empty(), reply.headers(), reply.body())))
                .onFailure(failure -> rejected.reject(frame, failure)));
    }

    private void register(ClientFrame frame) {
        var address = requireRegistrable(frame);
        var registered = Future.<Void>succeededFuture();
        if (address.equals(ResourceBus.EVENTS)) {
            bridge.events().add(stream);
        } else {
            registered = decisions.register();
        }
        acknowledge(frame, registered);
    }

    private void unregister(ClientFrame frame) {
        var address = requireRegistrable(frame);
        var unregistered = Future.<Void>succeededFuture();
        if (address.equals(ResourceBus.EVENTS)) {
            bridge.events().remove(stream);
        } else {
            unregistered = decisions.unregister();
        }
        acknowledge(frame, unregistered);
    }

    private String requireRegistrable(ClientFrame frame) {
        var unused = frame.headers(Set.of());
        var addresses = registerAddresses();
        if (!addresses.contains(frame.address())) {
            throw FORBIDDEN
                    .at(
                            pointer("address"),
                            "The client \"%s\" may not register at this address; it may register at: %s."
                                    .formatted(
                                            client.name(), addresses.isEmpty() ? "none" : String.join(", ", addresses)))
                    .asException();
        }
        return frame.address();
    }

    private void acknowledge(ClientFrame frame, Future<Void> done) {
        var unused = stream.track(done.onSuccess(end ->
                        frame.replyAddress().ifPresent(address -> stream.write(Frames.reply(address, Buffer.buffer()))))
                .onFailure(failure -> rejected.reject(frame, failure)));
    }

    /** Accepts no more requests; completes when the decisions that the client was asked for have been made. */
    Future<Void> finish() {
        isFinishing = true;
        return decisions.finish();
    }

    /** Forgets the client, because the connection is closed. */
    void end() {
        bridge.events().remove(stream);
        decisions.abandon();
    }
}
