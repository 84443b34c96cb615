package dev.registrar.gateway.connection;

import dev.registrar.resource.time.Cancellation;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.util.AttributeKey;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.Optional;

/** A connection opened by a client. Belongs to one event loop. */
public final class ClientConnection {
    private static final AttributeKey<ClientConnection> KEY = AttributeKey.valueOf(ClientConnection.class, "client");

    /** Assumed size of a request that waits for earlier requests on its connection; most are small. */
    private static final long WAITING_REQUEST = 1024;

    private final ConnectionBase connection;
    private final ClientConnections connections;
    private long pendingBytes;
    private int waitingRequests;
    private boolean isBrokenOff;
    private Optional<Cancellation> latestRead = Optional.empty();

    ClientConnection(HttpConnection connection, ClientConnections connections) {
        this.connection = (ConnectionBase) connection;
        this.connections = connections;
        channel().attr(KEY).set(this);
    }

    /** The connection on which the request arrived. */
    public static ClientConnection of(HttpServerRequest request) {
        return ((ConnectionBase) request.connection()).channel().attr(KEY).get();
    }

    /**
     * Starts to track a request or response that depends on the client's progress.
     *
     * @param bytes its initial size in bytes, without headers
     * @param cutOff ends the request if the client makes no progress for too long, or if others need the memory
     */
    public Transfer begin(long bytes, Runnable cutOff) {
        return begin(bytes, () -> {}, cutOff);
    }

    /**
     * Like {@link #begin(long, Runnable)}.
     *
     * @param release drops what is held, at once: before {@code cutOff} runs, other clients may already have used the memory
     */
    public Transfer begin(long bytes, Runnable release, Runnable cutOff) {
        var transfer = new Transfer(this, connections.pending(), release, cutOff);
        transfer.advance(Transfer.HEADERS + bytes);
        return transfer;
    }

    /**
     * Abandons a response, including the parts that have not been sent yet: over HTTP/2 only its stream, else the whole
     * connection. Vert.x itself does not reset a stream whose response it has accepted completely, and closes a
     * connection only when the client has read everything.
     */
    public void cutOff(HttpServerResponse response) {
        var context = connection.channelHandlerContext();
        if (context.handler() instanceof Http2ConnectionHandler http2) {
            reset(http2, context, response.streamId());
        } else {
            close();
        }
    }

    /** Closes the stream at once: Netty would keep its parts until the reset has been sent, but the client may read nothing at all. */
    private static void reset(Http2ConnectionHandler http2, ChannelHandlerContext context, int id) {
        var stream = Optional.ofNullable(http2.connection().stream(id));
        var unused = http2.resetStream(context, id, Http2Error.ENHANCE_YOUR_CALM.code(), context.newPromise());
        context.flush();
        stream.ifPresent(Http2Stream::close);
    }

    /**
     * Closes the connection at once, including everything that has not been sent yet. The close begins next to the socket: the
     * handler of TLS would keep all of that for seconds, in case the client reads it after all.
     */
    public void close() {
        var nextToSocket = channel().pipeline().firstContext();
        if (nextToSocket != null) {
            var unused = nextToSocket.close();
        }
    }

    /** Whether the request that is being received over HTTP/1.1 is malformed, so that the rest of its body never arrives. */
    public boolean isBrokenOff() {
        return isBrokenOff;
    }

    void breakOff() {
        isBrokenOff = true;
    }

    /** Records that a request has arrived that only reads, and can be cancelled. */
    public void beginRead(Cancellation read) {
        latestRead = Optional.of(read);
    }

    void cancelRead() {
        latestRead.ifPresent(Cancellation::cancel);
    }

    /** Records that the client does not send anything more. */
    void endOutput() {
        connections.endOutput(this);
    }

    Channel channel() {
        return connection.channel();
    }

    boolean isFull() {
        return pendingBytes > connections.limits().pendingBytesPerConnection();
    }

    /** Records that the client has made progress. */
    void advance() {
        connections.advance(this);
    }

    /** Adds a number of pending bytes; a negative number subtracts. */
    void hold(long bytes) {
        pendingBytes += bytes;
        connections.pending().add(bytes);
    }

    /** Adds a number of requests that wait for earlier ones; a negative number subtracts. */
    void queue(int requests) {
        var difference = Math.max(requests, -waitingRequests);
        waitingRequests += difference;
        hold(difference * WAITING_REQUEST);
    }

    /**
     * Ends a transfer and the requests that wait behind it, because their connection is closed. Runs later on the event
     * loop, because the response sent instead is a transfer, too.
     */
    void end(Runnable cutOff) {
        queue(-waitingRequests);
        channel().eventLoop().execute(cutOff);
    }
}
