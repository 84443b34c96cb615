package dev.registrar.gateway.cluster.handshake;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The accepted connections whose handshake is in progress. Bounds their number and their time: a member needs a few
 * milliseconds, so if there are too many, the oldest one is a stranger's.
 */
final class PendingHandshakes {
    private static final int MOST = 100;

    private final Map<AcceptedConnection, Long> pending = new LinkedHashMap<>();

    synchronized void add(AcceptedConnection connection) {
        if (pending.size() >= MOST) {
            close(List.of(pending.keySet().iterator().next()), "too many connections have not finished the handshake");
        }
        pending.put(connection, System.nanoTime());
    }

    synchronized void remove(AcceptedConnection connection) {
        pending.remove(connection);
    }

    synchronized void closeLate() {
        Collection<AcceptedConnection> late = new ArrayList<>();
        var now = System.nanoTime();
        pending.forEach((connection, since) -> {
            if (now - since > ConnectingSide.LIMIT.toNanos()) {
                late.add(connection);
            }
        });
        close(late, "it has not finished the handshake within %s s".formatted(ConnectingSide.LIMIT.toSeconds()));
    }

    private static void close(Collection<AcceptedConnection> connections, String reason) {
        connections.forEach(connection -> connection.reject(reason));
    }
}
