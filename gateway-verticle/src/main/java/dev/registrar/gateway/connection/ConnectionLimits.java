package dev.registrar.gateway.connection;

import java.time.Duration;

/**
 * Bounds on what clients can make a server hold.
 *
 * @param pendingBytes of all connections, requests that have not arrived completely, and responses that have not been read
 * @param concurrentStreams on one HTTP/2 connection
 * @param idleTimeout how long a client may neither send nor read a part of what is pending
 */
public record ConnectionLimits(long pendingBytes, int concurrentStreams, Duration idleTimeout) {
    /** The maximum number of header fields of a request, and of its trailers. */
    public static final int HEADER_FIELDS = 100;
}
