package dev.registrar.gateway.connection;

import java.time.Duration;

/**
 * Bounds on what clients can make a server hold.
 *
 * @param connections open connections
 * @param concurrentStreams on one HTTP/2 connection
 * @param pendingBytes of all requests that have not arrived completely and all responses that have not been read
 * @param pendingBytesPerConnection above this, further requests on the connection are rejected
 * @param idleTimeout how long a client may neither send nor read a part of what is pending
 */
public record ConnectionLimits(
        int connections,
        int concurrentStreams,
        long pendingBytes,
        long pendingBytesPerConnection,
        Duration idleTimeout) {}
