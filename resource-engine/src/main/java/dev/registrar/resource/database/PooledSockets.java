package dev.registrar.resource.database;

import io.netty.channel.Channel;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The sockets of a pool. All threads may use them. */
final class PooledSockets {
    /** How long PostgreSQL may take to close its side of a connection. */
    private static final Duration PATIENCE = Duration.ofMillis(500);

    private final Set<Channel> open = ConcurrentHashMap.newKeySet();
    private final Set<Channel> idle = ConcurrentHashMap.newKeySet();

    private PooledSockets() {}

    /** Those of a pool that a verticle opens: they are closed when the verticle ends. */
    static PooledSockets closedWith(Vertx vertx) {
        var sockets = new PooledSockets();
        ((VertxInternal) vertx).getOrCreateContext().addCloseHook(sockets::close);
        return sockets;
    }

    private void close(Promise<Void> begun) {
        open.forEach(PooledSockets::closeSoon);
        begun.complete();
    }

    /** The pool has taken leave of PostgreSQL, and would wait for it without a limit. */
    private static void closeSoon(Channel channel) {
        var unused = channel.eventLoop().schedule(() -> closeNow(channel), PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }

    void add(Channel made) {
        open.add(made);
        made.closeFuture().addListener(closed -> {
            open.remove(made);
            idle.remove(made);
        });
    }

    void takeFromPool(Channel channel) {
        idle.remove(channel);
    }

    void giveBackToPool(Channel channel) {
        if (channel.isActive()) {
            idle.add(channel);
        }
    }

    /** Closes one, and those that nobody uses now, which are probably like it: whoever took one next would fail too. */
    void giveUp(Channel channel) {
        closeNow(channel);
        idle.forEach(PooledSockets::closeNow);
    }

    /**
     * Closes the socket itself. The client's own {@code close} would give the connection back to the pool, or wait for what it
     * was asked before; its handlers in the pipeline would take leave of PostgreSQL, and wait until it closes its side.
     */
    private static void closeNow(Channel channel) {
        var nextToSocket = channel.pipeline().firstContext();
        if (nextToSocket != null) {
            var unused = nextToSocket.close();
        }
    }
}
