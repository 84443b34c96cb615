package dev.registrar.gateway.cluster.handshake;

import java.net.InetAddress;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs rejected connections: at most one line in {@link #INTERVAL}, and nothing that strangers have sent. */
final class Rejections {
    private static final Logger LOG = LoggerFactory.getLogger(Rejections.class);
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private long quietUntil = System.nanoTime();
    private long unlogged;

    synchronized void log(InetAddress sender, String reason) {
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
        quietUntil = now + INTERVAL.toNanos();
        unlogged = 0;
    }
}
