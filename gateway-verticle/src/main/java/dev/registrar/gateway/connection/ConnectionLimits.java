package dev.registrar.gateway.connection;

import java.time.Duration;

/**
 * How much clients can make a server hold.
 *
 * @param connections open at once
 * @param concurrentStreams of one HTTP/2 connection
 * @param pendingBytes of all requests that have not arrived whole, and all responses that have not been read
 * @param pendingBytesPerConnection above which nothing more is done for a connection
 * @param patience how long a client may go without sending or reading a part of what is pending
 */
public record ConnectionLimits(
        int connections, int concurrentStreams, long pendingBytes, long pendingBytesPerConnection, Duration patience) {}
