package dev.registrar.gateway.cluster.handshake;

import com.hazelcast.internal.networking.HandlerStatus;
import com.hazelcast.internal.networking.InboundHandler;
import com.hazelcast.internal.server.ServerConnection;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * Runs the handshake on an accepted connection, on an I/O thread of Hazelcast and without blocking it. Hazelcast's own
 * decoder takes its place once the node is admitted. Replies are written directly, because Hazelcast's encoder writes nothing
 * before it knows the protocol.
 */
final class AcceptedConnection extends InboundHandler<ByteBuffer, Void> {
    private final Handshake handshake;
    private final PendingHandshakes pending;
    private final Rejections rejections;
    private final InboundHandler<?, ?> next;
    private AcceptingSide side;
    private boolean isGreeted;

    AcceptedConnection(
            Handshake handshake, PendingHandshakes pending, Rejections rejections, InboundHandler<?, ?> next) {
        this.handshake = handshake;
        this.pending = pending;
        this.rejections = rejections;
        this.next = next;
    }

    @Override
    public void handlerAdded() {
        side = new AcceptingSide(handshake, (InetSocketAddress) channel.localSocketAddress());
        initSrcBuffer(Handshake.REQUEST_BYTES);
        src.limit(Greeting.BYTES);
        pending.add(this);
    }

    @Override
    public HandlerStatus onRead() throws IOException {
        if (!src.hasRemaining()) {
            var message = new byte[src.position()];
            src.flip().get(message);
            if (isGreeted) {
                decide(message);
            } else {
                greet(message);
            }
        }
        return HandlerStatus.CLEAN;
    }

    private void greet(byte[] message) throws IOException {
        var reply = side.greet(message);
        if (reply.isPresent()) {
            isGreeted = true;
            src.clear();
            write(reply.get());
        } else {
            reject("what it sends is not the handshake of a Registrar node");
        }
    }

    private void decide(byte[] message) throws IOException {
        var verdict = side.decide(message);
        if (verdict.isEmpty()) {
            reject("it does not know cluster.secret or has another cluster.name");
            return;
        }
        write(verdict.get().message());
        pending.remove(this);
        if (verdict.get().isAdmitted()) {
            channel.inboundPipeline().replace(this, next);
        } else {
            close();
        }
    }

    /** Succeeds at once: the send buffer of the connection is empty. */
    private void write(ByteBuffer message) throws IOException {
        channel.socket().getChannel().write(message);
        if (message.hasRemaining()) {
            throw new EOFException();
        }
    }

    /** Closes the connection without telling the other side why. May be called on any thread. */
    void reject(String reason) {
        rejections.log(((InetSocketAddress) channel.remoteSocketAddress()).getAddress(), reason);
        close();
    }

    private void close() {
        pending.remove(this);
        ((ServerConnection) channel.attributeMap().get(ServerConnection.class)).close("The handshake has failed", null);
    }

    /** Hazelcast logs other failures than the end of a connection as warnings with a stack trace. */
    @Override
    public void interceptError(Throwable error) throws EOFException {
        pending.remove(this);
        if (error instanceof Exception) {
            throw new EOFException("The connection ended in the handshake");
        }
    }
}
