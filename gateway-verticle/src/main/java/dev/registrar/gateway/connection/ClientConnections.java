package dev.registrar.gateway.connection;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.LinkedHashSet;
import java.util.Set;

/** The connections that clients have opened to a server. Belongs to one event loop. */
public final class ClientConnections {
    /** The name of Vert.x's own handler in the pipeline of a connection. */
    private static final String HANDLER_OF_TOOLKIT = "handler";

    private static final Http1RequestHeads HEADS = new Http1RequestHeads();
    private static final int CHECKS_PER_TIMEOUT = 4;

    /** Few clients read on when they have closed their output, but all that close their connections begin like this. */
    private static final int MOST_WITHOUT_OUTPUT = 4;

    private final ConnectionLimits limits;
    private final PendingBytes pending;

    /** The least recently used connection comes first. */
    private final Set<ClientConnection> open = new LinkedHashSet<>();

    /** Those that have closed their output and may wait for responses; the first one to do so comes first. */
    private final Set<ClientConnection> withoutOutput = new LinkedHashSet<>();

    private ClientConnections(ConnectionLimits limits) {
        this.limits = limits;
        pending = new PendingBytes(limits.pendingBytes());
    }

    /** Limits what clients can make a server hold. Must be called before the server listens. */
    public static HttpServer limit(HttpServer server, ConnectionLimits limits, Vertx vertx) {
        var connections = new ClientConnections(limits);
        var interval = Math.max(1, limits.idleTimeout().toMillis() / CHECKS_PER_TIMEOUT);
        // Slightly longer than the idle timeout of the server, which closes idle connections without a response.
        var timeout = limits.idleTimeout().plusMillis(interval);
        vertx.setPeriodic(interval, timer -> connections.pending.cutOffStalled(timeout));
        return server.connectionHandler(connections::add);
    }

    /** Adds a new connection. If there are too many, closes the least recently used one. */
    private void add(HttpConnection connection) {
        var client = new ClientConnection(connection, this);
        open.add(client);
        client.channel().closeFuture().addListener(closed -> remove(client));
        install(client, connection);
        if (open.size() > limits.connections()) {
            var leastRecentlyUsed = open.iterator().next();
            open.remove(leastRecentlyUsed);
            leastRecentlyUsed.close();
        }
    }

    private void remove(ClientConnection client) {
        open.remove(client);
        withoutOutput.remove(client);
    }

    /** Vert.x itself reads requests as fast as they arrive, even if their responses cannot be sent. */
    private void install(ClientConnection client, HttpConnection connection) {
        var toolkit = ((ConnectionBase) connection).channelHandlerContext();
        if (toolkit.handler() instanceof Http2ConnectionHandler http2) {
            // Applied now instead of after the client acknowledges the settings, because it may never do that.
            http2.connection().remote().maxActiveStreams(limits.concurrentStreams());
            var requests = HeldRequests.of(toolkit);
            client.channel().closeFuture().addListener(closed -> requests.end());
            http2.decoder().frameListener(new ControlFrameLimit(new Http2RequestHeads(requests), requests));
            addBeforeToolkit(client, requests.endOfRead());
            addBeforeToolkit(client, new ReadWhileWritable());
        } else {
            client.channel().config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
            addBeforeToolkit(client, HEADS);
            addBeforeToolkit(client, new PipelinedRequests(client));
        }
    }

    private static void addBeforeToolkit(ClientConnection client, ChannelHandler handler) {
        client.channel().pipeline().addBefore(HANDLER_OF_TOOLKIT, null, handler);
    }

    /** Records that a connection is in use. */
    void advance(ClientConnection client) {
        if (open.remove(client)) {
            open.add(client);
        }
    }

    /**
     * Records that a client has closed its output. Nothing shows whether it waits for a response or is gone, until the
     * response is sent. If there are too many such clients, the read of the first one is cancelled.
     */
    void endOutput(ClientConnection client) {
        withoutOutput.add(client);
        if (withoutOutput.size() > MOST_WITHOUT_OUTPUT) {
            var first = withoutOutput.iterator().next();
            withoutOutput.remove(first);
            first.cancelRead();
        }
    }

    ConnectionLimits limits() {
        return limits;
    }

    PendingBytes pending() {
        return pending;
    }
}
