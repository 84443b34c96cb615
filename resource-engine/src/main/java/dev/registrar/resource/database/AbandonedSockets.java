package dev.registrar.resource.database;

import dev.registrar.resource.database.failure.OutageLog;
import io.netty.channel.Channel;
import io.netty.channel.SingleThreadEventLoop;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.timeout.IdleStateHandler;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.shareddata.Shareable;
import io.vertx.pgclient.impl.codec.PgCodec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Closes the sockets of connections that the client has given up while it opened them. The client itself only ends its own
 * side, and then waits without a limit until PostgreSQL ends the other one. A frozen server never does; meanwhile, the
 * connection would keep its place in the pool, and the pool could not be closed.
 */
final class AbandonedSockets implements Shareable {
    private static final Duration INTERVAL = Duration.ofMillis(500);

    private AbandonedSockets() {}

    /** Closes them on all event loops of this Vert.x until these end. */
    static void closeRegularly(Vertx vertx) {
        vertx.sharedData()
                .<String, AbandonedSockets>getLocalMap(AbandonedSockets.class.getName())
                .computeIfAbsent("", first -> startClosing((VertxInternal) vertx));
    }

    private static AbandonedSockets startClosing(VertxInternal vertx) {
        var outages = OutageLog.of(vertx);
        for (var executor : vertx.getOrCreateContext().nettyEventLoop().parent()) {
            var loop = (SingleThreadEventLoop) executor;
            var last = new AtomicLong(System.nanoTime());
            var unused = loop.scheduleWithFixedDelay(
                    () -> {
                        var now = System.nanoTime();
                        outages.recordDelay(
                                Duration.ofNanos(now - last.getAndSet(now)).minus(INTERVAL));
                        closeAll(loop, outages);
                    },
                    INTERVAL.toMillis(),
                    INTERVAL.toMillis(),
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

    /** The pool removes this handler from a connection when it is open. */
    private static boolean isBeingOpened(Channel channel) {
        return channel.pipeline().get(IdleStateHandler.class) != null;
    }

    private static boolean isAbandoned(Channel channel) {
        return channel instanceof DuplexChannel socket
                && socket.isOutputShutdown()
                && channel.pipeline().get(PgCodec.class) != null;
    }
}
