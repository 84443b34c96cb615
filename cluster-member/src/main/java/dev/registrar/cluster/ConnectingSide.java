package dev.registrar.cluster;

import dev.registrar.cluster.Transcript.Side;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Arrays;

/** The handshake on the side that has connected. Blocks for at most {@link #LIMIT}. */
final class ConnectingSide {
    /** Also the limit of the accepting side. */
    static final Duration LIMIT = Duration.ofSeconds(3);

    private static final String NO_NODE = "what listens there is not a Registrar node of this cluster";
    private static final String ANOTHER_SECRET = "it has another cluster.secret or cluster.name";

    private final Handshake handshake;
    private final Socket socket;
    private final long end = System.nanoTime() + LIMIT.toNanos();
    private final Transcript transcript;

    private ConnectingSide(Handshake handshake, Socket socket) {
        this.handshake = handshake;
        this.socket = socket;
        transcript = handshake.transcript();
    }

    /**
     * Proves to the node at the other end that this node belongs to its cluster, and makes it prove the same. Fails
     * with a {@link HandshakeException} if it does not admit this node.
     */
    static void run(Handshake handshake, Socket connected) throws IOException {
        var side = new ConnectingSide(handshake, connected);
        side.greet();
        side.requireAdmission();
        connected.setSoTimeout(0);
    }

    private void greet() throws IOException {
        send(transcript.add(Transcript.greeting(Handshake.VERSION)));
        byte[] greeting;
        try {
            greeting = receive(Transcript.GREETING_BYTES);
        } catch (SocketTimeoutException e) {
            throw HandshakeException.noReply("it does not respond as a Registrar node of this cluster would");
        } catch (IOException e) {
            throw HandshakeException.noReply(NO_NODE + ", or has another cluster.admission");
        }
        if (!Transcript.isGreeting(greeting)) {
            throw HandshakeException.rejected(NO_NODE);
        }
        transcript.add(greeting);
    }

    /** The accepting side closes the connection if the proof is wrong. */
    private void requireAdmission() throws IOException {
        var settings = handshake.own().connectedTo(socket.getInetAddress(), socket.getPort());
        send(transcript.add(settings.toBytes()));
        send(transcript.add(transcript.proofBy(Side.CONNECTING)));
        byte[] verdict;
        try {
            verdict = receive(Handshake.VERDICT_BYTES);
        } catch (EOFException e) {
            throw HandshakeException.rejected(ANOTHER_SECRET);
        }
        var signed = transcript.add(Arrays.copyOf(verdict, verdict.length - Transcript.PROOF_BYTES));
        if (!transcript.isProvenBy(Side.ACCEPTING, Arrays.copyOfRange(verdict, signed.length, verdict.length))) {
            throw HandshakeException.rejected(ANOTHER_SECRET);
        }
        var remote = SharedSettings.read(Arrays.copyOfRange(signed, 1, signed.length));
        if (verdict[0] != Handshake.ADMITTED) {
            throw HandshakeException.rejected(
                    handshake.own().conflictWith(remote).orElse("it does not admit this node; its log says why"));
        }
        handshake.compare(remote);
    }

    private void send(byte[] message) throws IOException {
        socket.getOutputStream().write(message);
    }

    private byte[] receive(int size) throws IOException {
        var message = new byte[size];
        for (var received = 0; received < size; ) {
            socket.setSoTimeout(remainingMillis());
            var more = socket.getInputStream().read(message, received, size - received);
            if (more < 0) {
                throw new EOFException();
            }
            received += more;
        }
        return message;
    }

    private int remainingMillis() throws SocketTimeoutException {
        var remaining = Duration.ofNanos(end - System.nanoTime()).toMillis();
        if (remaining <= 0) {
            throw new SocketTimeoutException("The handshake takes longer than %s s".formatted(LIMIT.toSeconds()));
        }
        return (int) remaining;
    }

    /** The node that was connected to does not admit this one, or this one does not trust it. */
    static final class HandshakeException extends IOException {
        private static final long serialVersionUID = 1;

        private final boolean isFinal;

        private HandshakeException(String message, boolean isFinal) {
            super(message);
            this.isFinal = isFinal;
        }

        /** Trying again would have the same result. */
        static HandshakeException rejected(String message) {
            return new HandshakeException(message, true);
        }

        /** It may admit this node later: a node that is starting, frozen or stopping does not reply. */
        static HandshakeException noReply(String message) {
            return new HandshakeException(message, false);
        }

        boolean isFinal() {
            return isFinal;
        }
    }
}
