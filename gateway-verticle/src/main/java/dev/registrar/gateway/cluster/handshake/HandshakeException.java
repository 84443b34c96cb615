package dev.registrar.gateway.cluster.handshake;

import java.io.IOException;

/** The node that was connected to does not admit this one, or this one does not trust it. */
public final class HandshakeException extends IOException {
    private static final long serialVersionUID = 1;

    private final boolean isFinal;

    private HandshakeException(String message, boolean isFinal) {
        super(message);
        this.isFinal = isFinal;
    }

    /** It sends something else than a node would. */
    static HandshakeException noNode() {
        return new HandshakeException("what listens there is not a Registrar node of this cluster", true);
    }

    /** It closes the connection before it has sent anything. This may be a node that is stopping. */
    static HandshakeException closed() {
        return new HandshakeException(noNode().getMessage(), false);
    }

    /** It sends nothing. This may be a node that is starting or frozen. */
    static HandshakeException silent() {
        return new HandshakeException("it does not respond as a Registrar node of this cluster would", false);
    }

    static HandshakeException anotherSecret() {
        return new HandshakeException("it has another cluster.secret or cluster.name", true);
    }

    static HandshakeException conflict(String reason) {
        return new HandshakeException(reason, true);
    }

    /** Returns whether trying again would have the same result. */
    public boolean isFinal() {
        return isFinal;
    }
}
