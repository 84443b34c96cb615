package dev.registrar.cluster;

import dev.registrar.cluster.Transcript.Side;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/** The handshake on the side that has accepted a connection: a reply to each message, without any input or output. */
final class AcceptingSide {
    private final Handshake handshake;
    private final InetSocketAddress reached;
    private final Transcript transcript;

    /** The connection has reached this address of this node. */
    AcceptingSide(Handshake handshake, InetSocketAddress reached) {
        this.handshake = handshake;
        this.reached = reached;
        transcript = handshake.transcript();
    }

    /**
     * The reply to a node that knows the secret.
     *
     * @param isAdmitted whether it may use this connection; otherwise the connection is closed after this message
     */
    record Verdict(boolean isAdmitted, ByteBuffer message) {}

    /** Replies to the first message, of {@link Transcript#GREETING_BYTES} bytes; empty if it is not a greeting. */
    Optional<ByteBuffer> greet(byte[] greeting) {
        transcript.add(greeting);
        return Transcript.isGreeting(greeting)
                ? Optional.of(ByteBuffer.wrap(transcript.add(Transcript.greeting(Handshake.VERSION))))
                : Optional.empty();
    }

    /**
     * Replies to the second message, of {@link Handshake#REQUEST_BYTES} bytes; empty if its sender does not know the
     * secret.
     */
    Optional<Verdict> decide(byte[] request) {
        var settings = transcript.add(Arrays.copyOf(request, SharedSettings.BYTES));
        var proof = Arrays.copyOfRange(request, SharedSettings.BYTES, request.length);
        return transcript.isProvenBy(Side.CONNECTING, proof)
                ? Optional.of(decide(SharedSettings.read(settings), proof))
                : Optional.empty();
    }

    private Verdict decide(SharedSettings remote, byte[] proof) {
        transcript.add(proof);
        var conflict = handshake
                .own()
                .conflictWith(remote)
                .or(() -> remote.redirectionTo(reached.getAddress(), reached.getPort()));
        conflict.ifPresentOrElse(
                reason -> handshake.warn("A node is not admitted: " + reason), () -> handshake.compare(remote));
        return new Verdict(conflict.isEmpty(), verdict(conflict.isEmpty()));
    }

    private ByteBuffer verdict(boolean isAdmitted) {
        var signed = ByteBuffer.allocate(1 + SharedSettings.BYTES)
                .put(isAdmitted ? Handshake.ADMITTED : Handshake.REJECTED)
                .put(handshake.own().toBytes())
                .array();
        transcript.add(signed);
        return ByteBuffer.allocate(Handshake.VERDICT_BYTES)
                .put(signed)
                .put(transcript.proofBy(Side.ACCEPTING))
                .flip();
    }
}
