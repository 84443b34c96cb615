package dev.registrar.cluster;

import java.net.InetAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The accepted connections whose handshake is in progress. Bounds their number and their time: a member needs a few
 * milliseconds, so if there are too many, the oldest one is not a member's. Logs rejected connections: at most one line
 * in {@link #LOG_INTERVAL}, and nothing that their senders have sent.
 */
final class PendingHandshakes {
    private static final Logger LOG = LoggerFactory.getLogger(PendingHandshakes.class);
    private static final Duration LOG_INTERVAL = Duration.ofSeconds(10);
    private static final int MOST = 100;

    private final Map<AcceptedConnection, Long> pending = new LinkedHashMap<>();
    private long quietUntil = System.nanoTime();
    private long unlogged;

    synchronized void add(AcceptedConnection connection) {
        if (pending.size() >= MOST) {
            pending.keySet().iterator().next().reject("too many connections have not finished the handshake");
        }
        pending.put(connection, System.nanoTime());
    }

    synchronized void remove(AcceptedConnection connection) {
        pending.remove(connection);
    }

    synchronized void closeLate() {
        var now = System.nanoTime();
        List.copyOf(pending.entrySet()).stream()
                .filter(entry -> now - entry.getValue() > ConnectingSide.LIMIT.toNanos())
                .forEach(entry -> entry.getKey()
                        .reject("it has not finished the handshake within %s s"
                                .formatted(ConnectingSide.LIMIT.toSeconds())));
    }

    synchronized void logRejected(InetAddress sender, String reason) {
        var now = System.nanoTime();
        if (now - quietUntil < 0) {
            unlogged++;
            return;
        }
        LOG.warn(
                "Rejected a connection from {} to cluster.port: {}{}",
                sender.getHostAddress(),
                reason,
                unlogged == 0 ? "" : " (and %s connections before)".formatted(unlogged));
        quietUntil = now + LOG_INTERVAL.toNanos();
        unlogged = 0;
    }
}
