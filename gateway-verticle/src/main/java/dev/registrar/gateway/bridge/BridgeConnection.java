package dev.registrar.gateway.bridge;

import static dev.registrar.resource.error.ErrorCode.OVERLOADED;
import static dev.registrar.resource.error.ErrorCode.UNAUTHENTICATED;
import static dev.registrar.resource.error.ErrorSource.pointer;

import dev.registrar.resource.bus.ResourceBus;
import dev.registrar.resource.error.JsonApiException;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import java.time.Duration;
import java.util.Optional;

/** A connection, whose client logs in before it does anything else. Belongs to one event loop. */
final class BridgeConnection {
    /** The address of the bridge itself, where clients log in. */
    private static final String LOGIN = ResourceBus.addressOf("bridge");

    private final Bridge bridge;
    private final FrameStream stream;
    private final RejectedFrames rejected;
    private final long openedAt = System.nanoTime();
    private Optional<LoggedInClient> loggedIn = Optional.empty();

    BridgeConnection(NetSocket socket, Bridge bridge) {
        this.bridge = bridge;
        stream = new FrameStream(socket, bridge.connections(), bridge.settings().maxInFlight());
        var remoteAddress = String.valueOf(socket.remoteAddress());
        rejected = new RejectedFrames(stream, errors -> bridge.report(errors, client(), remoteAddress));
    }

    void open() {
        stream.read(this::take, rejected::reject, this::end);
    }

    private void end() {
        bridge.connections().remove(this);
        loggedIn.ifPresent(LoggedInClient::end);
    }

    /** Who has logged in. */
    Optional<BridgeClient> client() {
        return loggedIn.map(LoggedInClient::client);
    }

    boolean isLate(Duration limit) {
        return loggedIn.isEmpty() && System.nanoTime() - openedAt > limit.toNanos();
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
        var finished = loggedIn.map(LoggedInClient::finish).orElseGet(Future::succeededFuture);
        return Future.join(finished, stream.finish())
                .onComplete(done -> stream.closeWhenSent())
                .mapEmpty();
    }

    private void take(Buffer bytes) {
        var parsed = bridge.bodies().read(bytes.length(), () -> ClientFrame.parse(bytes));
        stream.awaitParsing(parsed.onSuccess(this::take).onFailure(failure -> {
            rejected.reject(failure);
            closeUnlessLoggedIn();
        }));
    }

    private void take(ClientFrame frame) {
        try {
            process(frame.requireWellFormed());
        } catch (JsonApiException errors) {
            rejected.reject(frame, errors);
            closeUnlessLoggedIn();
        }
    }

    private void closeUnlessLoggedIn() {
        if (loggedIn.isEmpty()) {
            stream.closeWhenSent();
        }
    }

    private void process(ClientFrame frame) {
        if (frame.type().equals("ping")) {
            stream.write(Frames.pong());
        } else if (loggedIn.isEmpty()) {
            logIn(frame);
        } else {
            loggedIn.get().process(frame);
        }
    }

    private void logIn(ClientFrame frame) {
        if (!frame.type().equals("send") || !LOGIN.equals(frame.address())) {
            throw UNAUTHENTICATED
                    .because("Log in first: send { \"token\": \"...\" } to the address %s.".formatted(LOGIN))
                    .asException();
        }
        var replyAddress = frame.requireReplyAddress();
        var client = new LoggedInClient(requireClient(frame.requireToken()), bridge, stream, rejected);
        loggedIn = Optional.of(client);
        stream.allowFrames(bridge.maxFrameSize());
        stream.write(Frames.reply(replyAddress, client.rights().toBuffer()));
    }

    private BridgeClient requireClient(String token) {
        var known = bridge.clientWithToken(token)
                .orElseThrow(() -> UNAUTHENTICATED
                        .at(pointer("token"), "No client has this token.")
                        .asException());
        if (!bridge.connections().hasRoomFor(known)) {
            throw OVERLOADED
                    .because("The client \"%s\" has %d connections already."
                            .formatted(known.name(), bridge.settings().maxConnectionsPerClient()))
                    .asException();
        }
        return known;
    }
}
