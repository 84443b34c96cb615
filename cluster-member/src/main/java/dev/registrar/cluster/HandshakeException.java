package dev.registrar.cluster;

import java.io.IOException;

/** The node that was connected to does not admit this one, or this one does not trust it. */
final class HandshakeException extends IOException {
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
