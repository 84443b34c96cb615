package dev.registrar.gateway.connection;

import io.netty.channel.Channel;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.util.AttributeKey;
import io.netty.util.concurrent.Future;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A connection opened by a client, from the time when it is accepted. Belongs to one event loop. */
public final class ClientConnection {
    private static final AttributeKey<ClientConnection> KEY = AttributeKey.valueOf(ClientConnection.class, "client");

    /** What a connection needs in bytes with TLS, with an unfinished handshake or head of a request. */
    public static final long BYTES = 32_768;

    /** Assumed size of a request that waits for earlier requests on its connection; most are small. */
    private static final long WAITING_REQUEST = 1024;

    /** What a request and its response need in bytes without their content. */
    private static final long REQUEST = 2048;

    /** What a header field needs in bytes without its name and value. */
    private static final long FIELD = 256;

    private static final long SECONDS_UNTIL_FIRST_REQUEST = 10;

    private final Channel channel;
    private final ClientConnections connections;

    /** What is held while no request is in progress, when the client may send the next one. */
    private final Transfer nextRequest;

    /** Closes the connection. Cancelled by the first request. */
    private final Future<?> firstRequestIsLate;

    private long pendingBytes;
    private int waitingRequests;
    private boolean isRequestBroken;

    ClientConnection(Channel channel, ClientConnections connections) {
        this.channel = channel;
        this.connections = connections;
        channel.attr(KEY).set(this);
        firstRequestIsLate = channel.eventLoop().schedule(this::close, SECONDS_UNTIL_FIRST_REQUEST, TimeUnit.SECONDS);
        nextRequest = new Transfer(() -> {}, this::close);
        nextRequest.recordProgress(BYTES);
        channel.closeFuture().addListener(closed -> forget());
    }

    public static ClientConnection of(HttpServerRequest request) {
        return of(ClientConnections.channelOf(request.connection()));
    }

    public void whenClosed(Runnable action) {
        channel.closeFuture().addListener(closed -> action.run());
    }

    /** The socket that listens for connections. */
    public Channel listener() {
        return channel.parent();
    }

    static ClientConnection of(Channel channel) {
        return channel.attr(KEY).get();
    }

    /**
     * Starts to track a request or response that depends on the client's progress.
     *
     * @param request is held as long, with its headers
     * @param bytes the initial size of its content
     * @param release drops what is held, at once: before {@code cutOff} runs, other clients may already have used the
     *     memory
     * @param cutOff ends the request if the client makes no progress for too long, or if others need the memory
     */
    public Transfer beginTransfer(HttpServerRequest request, long bytes, Runnable release, Runnable cutOff) {
        var transfer = new Transfer(release, cutOff);
        transfer.recordProgress(sizeOf(request) + bytes);
        return transfer;
    }

    private static long sizeOf(HttpServerRequest request) {
        long size = REQUEST;
        for (var field : request.headers()) {
            size += FIELD + field.getKey().length() + field.getValue().length();
        }
        return size;
    }

    /** Whether the client has not sent the head of a request yet. */
    boolean isNew() {
        return !firstRequestIsLate.isDone();
    }

    /** Records that a request has arrived, and that nothing is expected from the client before its response. */
    void beginRequest() {
        firstRequestIsLate.cancel(false);
        nextRequest.stopWaiting();
    }

    /** Records that no request is in progress. */
    void awaitRequest() {
        nextRequest.recordProgress(0);
    }

    /**
     * Abandons a response, including the parts that have not been sent yet: over HTTP/2 only its stream, else the whole
     * connection. Vert.x itself does not reset a stream whose response it has accepted completely, and closes a
     * connection only when the client has read everything.
     */
    public void cutOff(HttpServerResponse response) {
        http2().ifPresentOrElse(http2 -> reset(http2, response.streamId()), this::close);
    }

    private Optional<Http2ConnectionHandler> http2() {
        return Optional.ofNullable(channel.pipeline().get(Http2ConnectionHandler.class));
    }

    private void reset(Http2ConnectionHandler http2, int id) {
        var context = channel.pipeline().context(http2);
        var error = Http2Error.ENHANCE_YOUR_CALM.code();
        var unused = http2.encoder().writeRstStream(context, id, error, context.newPromise());
        context.flush();
    }

    /**
     * Closes the connection at once, including everything that has not been sent yet. The close begins next to the
     * socket: the handler of TLS would keep all of that for seconds, in case the client reads it after all.
     */
    public void close() {
        var nextToSocket = channel.pipeline().firstContext();
        if (nextToSocket != null) {
            var unused = nextToSocket.close();
        }
    }

    private void forget() {
        firstRequestIsLate.cancel(false);
        nextRequest.end();
    }

    /**
     * Whether the request that is being received over HTTP/1.1 is malformed, so that the rest of its body never
     * arrives.
     */
    public boolean isRequestBroken() {
        return isRequestBroken;
    }

    void setRequestBroken() {
        isRequestBroken = true;
    }

    /** Whether too many responses are unread or requests incomplete for another request. */
    public boolean isFull() {
        return pendingBytes > BYTES + connections.limitOfConnection();
    }

    /** Adds a number of pending bytes; a negative number subtracts. */
    private void addPendingBytes(long bytes) {
        pendingBytes += bytes;
        connections.addPendingBytes(bytes);
    }

    /** Adds a number of requests that wait for earlier ones; a negative number subtracts. */
    void addWaitingRequests(int requests) {
        var difference = Math.max(requests, -waitingRequests);
        waitingRequests += difference;
        addPendingBytes(difference * WAITING_REQUEST);
    }

    /** Drops, over HTTP/1.1, the requests that wait behind one that is cut off, and with it the connection. */
    private void abandonRequests() {
        addWaitingRequests(-waitingRequests);
        if (http2().isEmpty()) {
            nextRequest.end();
        }
    }

    /** What a client is to send or to read, while the service holds memory for it. */
    public final class Transfer {
        private final Runnable release;
        private final Runnable cutOff;
        private long bytes;
        private long lastProgress;
        private boolean hasEnded;

        private Transfer(Runnable release, Runnable cutOff) {
            this.release = release;
            this.cutOff = cutOff;
        }

        /** Records that the client has made progress, and that this many more bytes are held for it. */
        public void recordProgress(long more) {
            if (!hasEnded) {
                lastProgress = System.nanoTime();
                bytes += more;
                connections.addLatest(this);
                addPendingBytes(more);
            }
        }

        /** Records that a request has arrived completely: its bytes are held until the {@link #end() end}. */
        public void stopWaiting() {
            connections.remove(this);
        }

        /** Records that nothing is held any more. */
        public void end() {
            if (!hasEnded) {
                hasEnded = true;
                connections.remove(this);
                addPendingBytes(-bytes);
            }
        }

        /** Whether nothing is held any more: it has ended, or is being cut off. */
        public boolean hasEnded() {
            return hasEnded;
        }

        boolean isStalled(Duration timeout) {
            return System.nanoTime() - lastProgress > timeout.toNanos();
        }

        /** Runs the action later on the event loop, because the response sent instead is a transfer, too. */
        void cutOff() {
            release.run();
            end();
            abandonRequests();
            channel.eventLoop().execute(cutOff);
        }
    }
}
