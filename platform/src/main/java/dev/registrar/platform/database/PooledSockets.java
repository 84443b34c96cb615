package dev.registrar.platform.database;

import dev.registrar.platform.operations.EventLoops;
import io.netty.channel.Channel;
import io.netty.channel.SingleThreadEventLoop;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.timeout.IdleStateHandler;
import io.vertx.core.Context;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.shareddata.Shareable;
import io.vertx.pgclient.impl.codec.PgCodec;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.impl.SocketConnectionBase;
import io.vertx.sqlclient.impl.SqlConnectionInternal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The sockets of a pool, and of connections that are being opened. Thread-safe.
 *
 * <p>Uses internal classes of Vert.x, until its client can close a connection without waiting for PostgreSQL, limits
 * how long a login takes, and says when an idle connection is closed.
 */
final class PooledSockets {
    /** How long to wait for PostgreSQL to close its side of a connection. */
    private static final Duration CLOSE_TIMEOUT = Duration.ofMillis(500);

    private static final Duration SEARCH_INTERVAL = Duration.ofMillis(500);

    private final Set<Channel> open = ConcurrentHashMap.newKeySet();
    private final Set<Channel> idle = ConcurrentHashMap.newKeySet();
    private volatile boolean areClosing;

    private PooledSockets() {}

    /** Creates the sockets of a verticle's pool; they are closed when the verticle ends. */
    static PooledSockets closedWith(Vertx vertx) {
        var sockets = new PooledSockets();
        ((VertxInternal) vertx).getOrCreateContext().addCloseHook(sockets::close);
        vertx.sharedData()
                .<String, AbandonedSockets>getLocalMap(AbandonedSockets.class.getName())
                .computeIfAbsent("", first -> AbandonedSockets.closeRegularly(vertx));
        return sockets;
    }

    /** A context outside the calling verticle, with which what is opened would close. */
    static Context contextOfNode(Vertx vertx) {
        return ((VertxInternal) vertx).createEventLoopContext();
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
        var unused =
                channel.eventLoop().schedule(() -> closeNow(channel), CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Whether the verticle ends: what is in progress fails because of that. */
    boolean areClosing() {
        return areClosing;
    }

    /** Adds a new connection. The idle timeout applies only while it is being opened: in the pool it may be idle. */
    void add(SqlConnection connection) {
        var made = channelOf(connection);
        made.pipeline().remove(IdleStateHandler.class);
        open.add(made);
        made.closeFuture().addListener(closed -> {
            open.remove(made);
            idle.remove(made);
        });
    }

    /** Returns false if the connection was closed or given up while it was idle. */
    boolean takeFromPool(SqlConnection connection) {
        return idle.remove(channelOf(connection));
    }

    void giveBackToPool(SqlConnection connection) {
        var channel = channelOf(connection);
        if (channel.isActive()) {
            idle.add(channel);
        }
    }

    /** Closes a connection, and all idle ones, which probably have the same problem. */
    void giveUp(SqlConnection connection) {
        closeNow(channelOf(connection));
        idle.forEach(this::giveUpIdle);
    }

    /** Either the pool gives a socket to a request, or it is given up. */
    private void giveUpIdle(Channel channel) {
        if (idle.remove(channel)) {
            closeNow(channel);
        }
    }

    private static Channel channelOf(SqlConnection connection) {
        var pooled = ((SqlConnectionInternal) connection).unwrap();
        return ((SocketConnectionBase) pooled.unwrap())
                .socket()
                .channelHandlerContext()
                .channel();
    }

    /**
     * Closes the socket itself. The client's {@code close} would return the connection to the pool, or wait for earlier
     * statements; its handlers in the pipeline would send a terminate message to PostgreSQL and wait until it closes
     * its side.
     */
    private static void closeNow(Channel channel) {
        var nextToSocket = channel.pipeline().firstContext();
        if (nextToSocket != null) {
            var unused = nextToSocket.close();
        }
    }

    /**
     * Closes the sockets of connections that the client has given up while it opened them. The client itself only ends
     * its own side, and then waits without a limit until PostgreSQL ends the other one. A frozen server never does;
     * meanwhile, the connection would keep its place in the pool, and the pool could not be closed.
     */
    private static final class AbandonedSockets implements Shareable {

        /** Closes them on all event loops of this Vert.x until these end. */
        static AbandonedSockets closeRegularly(Vertx vertx) {
            var outages = OutageLog.of(vertx);
            for (var executor : EventLoops.all(vertx)) {
                var loop = (SingleThreadEventLoop) executor;
                var unused = loop.scheduleWithFixedDelay(
                        () -> closeAll(loop, outages),
                        SEARCH_INTERVAL.toMillis(),
                        SEARCH_INTERVAL.toMillis(),
                        TimeUnit.MILLISECONDS);
            }
            return new AbandonedSockets();
        }

        private static void closeAll(SingleThreadEventLoop loop, OutageLog outages) {
            var abandoned = new ArrayList<Channel>();
            loop.registeredChannelsIterator().forEachRemaining(channel -> {
                if (isAbandoned(channel)) {
                    abandoned.add(channel);
                }
            });
            if (abandoned.stream().anyMatch(AbandonedSockets::isBeingOpened)) {
                outages.logSilenceAtLogin();
            }
            abandoned.forEach(PooledSockets::closeNow);
        }

        private static boolean isBeingOpened(Channel channel) {
            return channel.pipeline().get(IdleStateHandler.class) != null;
        }

        private static boolean isAbandoned(Channel channel) {
            return channel instanceof DuplexChannel socket
                    && socket.isOutputShutdown()
                    && channel.pipeline().get(PgCodec.class) != null;
        }
    }
}
