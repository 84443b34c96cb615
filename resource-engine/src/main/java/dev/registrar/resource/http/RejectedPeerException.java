package dev.registrar.resource.http;

/** The other side of a connection is not what it may be; the message says why, without secrets. */
final class RejectedPeerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RejectedPeerException(String why) {
        super(why, null, false, false);
    }
}
