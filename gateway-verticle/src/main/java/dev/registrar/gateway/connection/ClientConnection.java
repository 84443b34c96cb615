package dev.registrar.gateway.connection;

import io.netty.channel.Channel;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.util.AttributeKey;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.impl.ConnectionBase;

/** A connection that a client has opened. Belongs to one event loop. */
public final class ClientConnection {
    private static final AttributeKey<ClientConnection> KEY = AttributeKey.valueOf(ClientConnection.class, "client");

    /** What a request holds that waits for those before it: most are small. */
    private static final long WAITING_REQUEST = 1024;

    private final ConnectionBase connection;
    private final Connections connections;
    private long pendingBytes;
    private int waitingRequests;

    ClientConnection(HttpConnection connection, Connections connections) {
        this.connection = (ConnectionBase) connection;
        this.connections = connections;
        channel().attr(KEY).set(this);
    }

    /** The connection on which a request has come. */
    public static ClientConnection of(HttpServerRequest request) {
        return ((ConnectionBase) request.connection()).channel().attr(KEY).get();
    }

    /**
     * Begins to hold something that waits for the client.
     *
     * @param bytes how much at first, beside the headers
     * @param cutOff ends the request, when the client has neither sent nor read anything for too long
     */
    public Transfer begin(long bytes, Runnable cutOff) {
        var transfer = new Transfer(this, connections.pending(), cutOff);
        transfer.advance(Transfer.HEADERS + bytes);
        return transfer;
    }

    /**
     * Gives a response up, whatever of it has not been sent yet: over HTTP/2 it alone, else with the connection. Vert.x resets
     * no stream whose response it has taken whole, and closes a connection when the client has read all.
     */
    public void cutOff(HttpServerResponse response) {
        var context = connection.channelHandlerContext();
        if (context.handler() instanceof Http2ConnectionHandler http2) {
            var unused = http2.resetStream(
                    context, response.streamId(), Http2Error.ENHANCE_YOUR_CALM.code(), context.newPromise());
            context.flush();
        } else {
            close();
        }
    }

    /** Closes it at once, whatever has not been sent yet. */
    public void close() {
        var unused = connection.channelHandlerContext().close();
    }

    Channel channel() {
        return connection.channel();
    }

    boolean isFull() {
        return pendingBytes > connections.limits().pendingBytesPerConnection();
    }

    /** Notes that its client goes on. */
    void advance() {
        connections.advance(this);
    }

    /** Holds so many bytes more, or fewer when the number is negative. */
    void hold(long bytes) {
        pendingBytes += bytes;
        connections.pending().add(bytes);
    }

    /** Holds so many requests more that wait for those before them, or fewer when the number is negative. */
    void queue(int requests) {
        var difference = Math.max(requests, -waitingRequests);
        waitingRequests += difference;
        hold(difference * WAITING_REQUEST);
    }

    /**
     * Ends a transfer, and with it the requests that wait behind it, as their connection is closed. It does so in a moment: what
     * is sent instead is a transfer, too.
     */
    void end(Runnable cutOff) {
        queue(-waitingRequests);
        channel().eventLoop().execute(cutOff);
    }
}
