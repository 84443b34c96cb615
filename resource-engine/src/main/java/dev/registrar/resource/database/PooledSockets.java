package dev.registrar.resource.database;

import io.netty.channel.Channel;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The sockets of a pool. Thread-safe. */
final class PooledSockets {
    /** How long to wait for PostgreSQL to close its side of a connection. */
    private static final Duration PATIENCE = Duration.ofMillis(500);

    private final Set<Channel> open = ConcurrentHashMap.newKeySet();
    private final Set<Channel> idle = ConcurrentHashMap.newKeySet();
    private volatile boolean areClosing;

    private PooledSockets() {}

    /** Creates the sockets of a verticle's pool; they are closed when the verticle ends. */
    static PooledSockets closedWith(Vertx vertx) {
        var sockets = new PooledSockets();
        ((VertxInternal) vertx).getOrCreateContext().addCloseHook(sockets::close);
        return sockets;
    }

    private void close(Promise<Void> begun) {
        areClosing = true;
        open.forEach(PooledSockets::closeSoon);
        begun.complete();
    }

    /**
     * Called after the pool has sent its terminate messages; without this, it would wait for PostgreSQL without a
     * limit.
     */
    private static void closeSoon(Channel channel) {
        var unused = channel.eventLoop().schedule(() -> closeNow(channel), PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Whether the verticle ends: what is in progress fails because of that. */
    boolean areClosing() {
        return areClosing;
    }

    void add(Channel made) {
        open.add(made);
        made.closeFuture().addListener(closed -> {
            open.remove(made);
            idle.remove(made);
        });
    }

    /** Returns false if the socket was closed or given up while it was idle. */
    boolean takeFromPool(Channel channel) {
        return idle.remove(channel);
    }

    void giveBackToPool(Channel channel) {
        if (channel.isActive()) {
            idle.add(channel);
        }
    }

    /** Closes a socket, and all idle ones, which probably have the same problem. */
    void giveUp(Channel channel) {
        closeNow(channel);
        idle.forEach(this::giveUpIdle);
    }

    /** Either the pool gives a socket to a request, or it is given up. */
    private void giveUpIdle(Channel channel) {
        if (idle.remove(channel)) {
            closeNow(channel);
        }
    }

    /**
     * Closes the socket itself. The client's {@code close} would return the connection to the pool, or wait for earlier
     * statements; its handlers in the pipeline would send a terminate message to PostgreSQL and wait until it closes
     * its side.
     */
    static void closeNow(Channel channel) {
        var nextToSocket = channel.pipeline().firstContext();
        if (nextToSocket != null) {
            var unused = nextToSocket.close();
        }
    }
}
