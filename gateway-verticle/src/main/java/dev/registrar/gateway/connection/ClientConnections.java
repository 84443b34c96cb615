package dev.registrar.gateway.connection;

import dev.registrar.gateway.connection.ClientConnection.Transfer;
import dev.registrar.platform.operations.OccasionalWarning;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.traffic.GlobalTrafficShapingHandler;
import io.vertx.core.Vertx;
import io.vertx.core.VertxException;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.HttpServerImpl;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.net.impl.ConnectionBase;
import io.vertx.core.net.impl.SslChannelProvider;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections that clients have opened to a server. Limits the bytes that all clients together make the service
 * hold: for their connections, for requests that arrive, and for responses that are read. Above the limit, the transfer
 * with the oldest progress makes room for others, so clients that make progress are hardly ever affected. Belongs to one
 * event loop.
 *
 * <p>Uses internals of Vert.x 4, because Vert.x itself bounds neither what unread responses hold nor unfinished TLS
 * handshakes; Vert.x 5 has other internals.
 */
public final class ClientConnections {
    /** The name of Vert.x's own handler in the pipeline of a connection. */
    private static final String HANDLER_OF_VERTX = "handler";

    private static final String DECODER_OF_VERTX = "httpDecoder";
    private static final int CHECKS_PER_TIMEOUT = 4;

    /** One connection may have this part of the limit. */
    private static final int PART_OF_CONNECTION = 4;

    private static final Logger LOG = LoggerFactory.getLogger(ClientConnections.class);

    private final HttpServerOptions options;
    private final ConnectionLimits limits;
    private final OccasionalWarning warning;

    /** Transfers that wait for their clients; the one with the oldest progress comes first. */
    private final Set<Transfer> waiting = new LinkedHashSet<>();

    private long pendingBytes;

    private ClientConnections(Vertx vertx, HttpServerOptions options, ConnectionLimits limits) {
        this.options = options;
        this.limits = limits;
        warning = new OccasionalWarning(
                vertx, LOG, "Clients that make no progress are disconnected to make room for others");
    }

    /** Creates a server whose clients can make it hold no more than this. */
    public static HttpServer newServer(Vertx vertx, HttpServerOptions options, ConnectionLimits limits) {
        var connections = new ClientConnections(vertx, options, limits);
        var interval = Math.max(1, limits.idleTimeout().toMillis() / CHECKS_PER_TIMEOUT);
        // Slightly longer than the idle timeout of the server, which closes idle connections without a response.
        var timeout = limits.idleTimeout().plusMillis(interval);
        vertx.setPeriodic(interval, timer -> connections.cutOffStalled(timeout));
        return connections.new AcceptingServer((VertxInternal) vertx).connectionHandler(connections::install);
    }

    /**
     * A server that shows its connections when they are accepted. Vert.x itself shows them only after the TLS
     * handshake, which a client need not finish.
     */
    private final class AcceptingServer extends HttpServerImpl {
        AcceptingServer(VertxInternal vertx) {
            super(vertx, ClientConnections.this.options);
        }

        @Override
        protected BiConsumer<Channel, SslChannelProvider> childHandler(
                ContextInternal context, SocketAddress address, GlobalTrafficShapingHandler shaping) {
            var handler = super.childHandler(context, address, shaping);
            return (channel, tls) -> {
                var client = new ClientConnection(channel, ClientConnections.this);
                channel.pipeline().addFirst(new FirstInput(client));
                handler.accept(channel, tls);
            };
        }
    }

    /**
     * Everything that a client sends, before TLS. Closes the connection of a client that has sent more than any first
     * request needs, and still none. The first of all handlers of a connection.
     */
    private static final class FirstInput extends ChannelInboundHandlerAdapter {
        /** In bytes: of a TLS handshake and the head of a request together. */
        private static final int MAX_BEFORE_FIRST_REQUEST = 16_384;

        /** The same as that of the JVM with {@code -XX:+ExitOnOutOfMemoryError}, which looks at the heap only. */
        private static final int OUT_OF_MEMORY = 3;

        private final ClientConnection client;
        private int received;

        FirstInput(ClientConnection client) {
            this.client = client;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object bytes) {
            if (client.isNew()) {
                received += ((ByteBuf) bytes).readableBytes();
            }
            context.fireChannelRead(bytes);
            if (client.isNew() && received > MAX_BEFORE_FIRST_REQUEST) {
                client.close();
            }
        }

        /**
         * Without direct memory, nothing can be read from any client, and each attempt keeps the event loop waiting for
         * a second.
         */
        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
            if (failure instanceof OutOfMemoryError) {
                LOG.error("The process ends, because no memory is left to read from clients", failure);
                Runtime.getRuntime().halt(OUT_OF_MEMORY);
            }
            context.fireExceptionCaught(failure);
        }
    }

    /** Vert.x itself reads requests as fast as they arrive, even if their responses cannot be sent. */
    private void install(HttpConnection connection) {
        var vertx = ((ConnectionBase) connection).channelHandlerContext();
        var client = ClientConnection.of(vertx.channel());
        if (vertx.handler() instanceof Http2ConnectionHandler http2) {
            Http2Guards.install(http2, client, limits.concurrentStreams());
            vertx.pipeline().addBefore(HANDLER_OF_VERTX, null, new Http2Guards.ReadWhileWritable());
        } else {
            vertx.pipeline().replace(DECODER_OF_VERTX, DECODER_OF_VERTX, new RequestDecoder(options));
            vertx.pipeline().addBefore(HANDLER_OF_VERTX, null, new PipelinedRequests(client));
        }
    }

    static Channel channelOf(HttpConnection connection) {
        return ((ConnectionBase) connection).channel();
    }

    long limitOfConnection() {
        return limits.pendingBytes() / PART_OF_CONNECTION;
    }

    /** Adds a number of bytes that are held for clients; a negative number subtracts. */
    void addPendingBytes(long bytes) {
        pendingBytes += bytes;
        while (bytes > 0 && pendingBytes > limits.pendingBytes() && !waiting.isEmpty()) {
            warning.log(new VertxException(
                    "all clients together hold more than %s bytes".formatted(limits.pendingBytes()), true));
            waiting.iterator().next().cutOff();
        }
    }

    /** Records that a transfer waits for its client, which has just started or made progress. */
    void addLatest(Transfer transfer) {
        waiting.remove(transfer);
        waiting.add(transfer);
    }

    /** Records that a transfer no longer waits for its client; its bytes still count. */
    void remove(Transfer transfer) {
        waiting.remove(transfer);
    }

    /** Abandons transfers that have made no progress for this long. */
    private void cutOffStalled(Duration timeout) {
        while (!waiting.isEmpty() && waiting.iterator().next().isStalled(timeout)) {
            waiting.iterator().next().cutOff();
        }
    }
}
