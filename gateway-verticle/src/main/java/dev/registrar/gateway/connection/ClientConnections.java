package dev.registrar.gateway.connection;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Stream;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.LinkedHashSet;
import java.util.Set;

/** The connections that clients have opened to a server. Belongs to one event loop. */
public final class ClientConnections {
    /** The name of Vert.x's own handler in the pipeline of a connection. */
    private static final String HANDLER_OF_TOOLKIT = "handler";

    private static final String DECODER_OF_TOOLKIT = "httpDecoder";
    private static final Http1RequestHeads HEADS = new Http1RequestHeads();
    private static final int CHECKS_PER_TIMEOUT = 4;

    /** Few clients read on when they have closed their output, but all that close their connections begin like this. */
    private static final int MOST_WITHOUT_OUTPUT = 4;

    private final HttpServerOptions options;
    private final ConnectionLimits limits;
    private final PendingBytes pending;

    /** Those that have closed their output and may wait for responses; the first one to do so comes first. */
    private final Set<ClientConnection> withoutOutput = new LinkedHashSet<>();

    private ClientConnections(Vertx vertx, HttpServerOptions options, ConnectionLimits limits) {
        this.options = options;
        this.limits = limits;
        pending = new PendingBytes(vertx, limits.pendingBytes());
    }

    /** Creates a server whose clients can make it hold no more than this. */
    public static HttpServer newServer(Vertx vertx, HttpServerOptions options, ConnectionLimits limits) {
        var connections = new ClientConnections(vertx, options, limits);
        var interval = Math.max(1, limits.idleTimeout().toMillis() / CHECKS_PER_TIMEOUT);
        // Slightly longer than the idle timeout of the server, which closes idle connections without a response.
        var timeout = limits.idleTimeout().plusMillis(interval);
        vertx.setPeriodic(interval, timer -> connections.pending.cutOffStalled(timeout));
        return new AcceptingServer((VertxInternal) vertx, options, connections::accept)
                .connectionHandler(connections::install);
    }

    private void accept(Channel channel) {
        channel.pipeline().addFirst(new ConnectionInput(new ClientConnection(channel, this)));
    }

    /** Vert.x itself reads requests as fast as they arrive, even if their responses cannot be sent. */
    private void install(HttpConnection connection) {
        var toolkit = ((ConnectionBase) connection).channelHandlerContext();
        var client = ClientConnection.of(toolkit.channel());
        if (toolkit.handler() instanceof Http2ConnectionHandler http2) {
            // Applied now instead of after the client acknowledges the settings, because it may never do that.
            http2.connection().remote().maxActiveStreams(limits.concurrentStreams());
            http2.connection().addListener(new ActiveStreams(client, http2.connection()));
            http2.encoder().lifecycleManager(new PromptResets(http2));
            http2.decoder().frameListener(new Http2RequestHeads(http2.decoder().frameListener()));
            addBeforeToolkit(toolkit, new ReadWhileWritable());
        } else {
            toolkit.channel().config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
            toolkit.pipeline().replace(DECODER_OF_TOOLKIT, DECODER_OF_TOOLKIT, new RequestDecoder(options));
            addBeforeToolkit(toolkit, HEADS);
            addBeforeToolkit(toolkit, new PipelinedRequests(client));
        }
    }

    private static void addBeforeToolkit(ChannelHandlerContext toolkit, ChannelHandler handler) {
        toolkit.pipeline().addBefore(HANDLER_OF_TOOLKIT, null, handler);
    }

    /** The requests of an HTTP/2 connection. */
    private static final class ActiveStreams extends Http2ConnectionAdapter {
        private final ClientConnection client;
        private final Http2Connection connection;

        ActiveStreams(ClientConnection client, Http2Connection connection) {
            this.client = client;
            this.connection = connection;
        }

        @Override
        public void onStreamActive(Http2Stream stream) {
            client.beginRequest();
        }

        @Override
        public void onStreamClosed(Http2Stream stream) {
            if (connection.numActiveStreams() == 0) {
                client.awaitRequest();
            }
        }
    }

    void remove(ClientConnection client) {
        withoutOutput.remove(client);
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

    PendingBytes pending() {
        return pending;
    }
}
