package dev.registrar.cluster;

import com.hazelcast.internal.networking.HandlerStatus;
import com.hazelcast.internal.networking.InboundHandler;
import com.hazelcast.internal.server.ServerConnection;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * Runs the handshake on an accepted connection, on an I/O thread of Hazelcast and without blocking it. Passes nothing
 * on to Hazelcast's own decoder, which gets the connection once the member is admitted. Replies are written directly,
 * because Hazelcast's encoder writes nothing before it knows the protocol. This is an internal {@link InboundHandler},
 * because Hazelcast has no public place before its decoder ({@link GuardedMember}).
 */
final class AcceptedConnection extends InboundHandler<ByteBuffer, ByteBuffer> {
    /** What a member of Hazelcast sends first, and what it gets back from another one. */
    static final byte[] HAZELCAST = Handshake.bytes("HZC");

    private final Handshake handshake;
    private final PendingHandshakes pending;
    private AcceptingSide side;
    private boolean isGreeted;

    AcceptedConnection(Handshake handshake, PendingHandshakes pending) {
        this.handshake = handshake;
        this.pending = pending;
    }

    @Override
    public void handlerAdded() {
        side = new AcceptingSide(handshake, (InetSocketAddress) channel.localSocketAddress());
        initSrcBuffer(Handshake.REQUEST_BYTES);
        src.limit(Transcript.GREETING_BYTES);
        pending.add(this);
    }

    @Override
    public HandlerStatus onRead() throws IOException {
        if (isHazelcast()) {
            reject(
                    "a member of Hazelcast without the handshake: let an application join by RegistrarCluster of the module"
                            + " cluster-member, or set cluster.admission to network on all nodes of a private network");
        } else if (!src.hasRemaining()) {
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

    /** Its member sends no more before it gets a reply, so the greeting would never be complete. */
    private boolean isHazelcast() {
        return !isGreeted
                && src.position() >= HAZELCAST.length
                && src.slice(0, HAZELCAST.length).equals(ByteBuffer.wrap(HAZELCAST));
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
            channel.inboundPipeline().remove(this);
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
        pending.logRejected(((InetSocketAddress) channel.remoteSocketAddress()).getAddress(), reason);
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
