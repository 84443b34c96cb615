package dev.registrar.gateway.bridge;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetServer;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** The open connections, and what clients can make them hold. Belongs to one event loop. */
final class OpenConnections {
    private static final int CHECKS_PER_TIMEOUT = 4;

    private final Vertx vertx;
    private final BridgeSettings settings;

    /** The oldest connection comes first. */
    private final Set<BridgeConnection> open = new LinkedHashSet<>();

    private long pending;

    OpenConnections(Vertx vertx, BridgeSettings settings) {
        this.vertx = vertx;
        this.settings = settings;
        watch(settings.loginTimeout(), () -> closeEach(connection -> connection.isLate(settings.loginTimeout())));
        watch(settings.idleTimeout(), () -> closeEach(connection -> connection.isStalled(settings.idleTimeout())));
    }

    private void watch(Duration timeout, Runnable check) {
        vertx.setPeriodic(Math.max(1, timeout.toMillis() / CHECKS_PER_TIMEOUT), timer -> check.run());
    }

    private void closeEach(Predicate<BridgeConnection> condition) {
        List.copyOf(open).stream().filter(condition).forEach(BridgeConnection::close);
    }

    /** Adds a connection. If there are too many, the oldest one without a login is closed, or this one. */
    void add(BridgeConnection connection) {
        open.add(connection);
        if (open.size() > settings.maxConnections()) {
            open.stream().filter(other -> other.client().isEmpty()).findFirst().ifPresent(BridgeConnection::close);
        }
    }

    void remove(BridgeConnection connection) {
        open.remove(connection);
    }

    /** Whether a client may log in on one more connection. */
    boolean hasRoomFor(BridgeClient client) {
        return open.stream()
                        .flatMap(connection -> connection.client().stream())
                        .filter(other -> other.name().equals(client.name()))
                        .count()
                < settings.maxConnectionsPerClient();
    }

    /** Adds a number of pending bytes; a negative number subtracts. If there are too many, closes who has the most. */
    void hold(long bytes) {
        pending += bytes;
        if (pending > settings.maxPendingBytes()) {
            open.stream()
                    .max(Comparator.comparingLong(BridgeConnection::pending))
                    .ifPresent(BridgeConnection::close);
        }
    }

    /** Stops accepting connections, and closes each when its requests have ended; completes when all are closed. */
    Future<Void> finish(NetServer server) {
        if (open.isEmpty()) {
            return server.close();
        }
        open.iterator().next().closeListeningSocket();
        return Future.join(
                        List.copyOf(open).stream().map(BridgeConnection::finish).toList())
                .mapEmpty();
    }
}
