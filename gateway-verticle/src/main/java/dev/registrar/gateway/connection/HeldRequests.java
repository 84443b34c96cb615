package dev.registrar.gateway.connection;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Holds the requests of an HTTP/2 connection until everything that arrived with them has been read. Those that have been
 * reset by then never begin. Otherwise, a client that resets its requests at once, and so needs not wait for responses,
 * could make the service begin any number of them (CVE-2023-44487).
 */
final class HeldRequests extends Http2FrameListenerDecorator {
    private final ChannelHandlerContext toolkit;
    private final Http2ConnectionHandler connection;

    /** The frames of each held stream. */
    private final Map<Integer, List<Frame>> held = new LinkedHashMap<>();

    private boolean isEnding;

    private HeldRequests(ChannelHandlerContext toolkit, Http2ConnectionHandler connection) {
        super(connection.decoder().frameListener());
        this.toolkit = toolkit;
        this.connection = connection;
    }

    /** Holds requests between the decoder of a connection and what listens to it now. */
    static HeldRequests of(ChannelHandlerContext toolkit) {
        return new HeldRequests(toolkit, (Http2ConnectionHandler) toolkit.handler());
    }

    /** Belongs before the toolkit in the pipeline of the connection. */
    ChannelHandler endOfRead() {
        return new ChannelInboundHandlerAdapter() {
            @Override
            public void channelReadComplete(ChannelHandlerContext context) {
                releaseAll();
                context.fireChannelReadComplete();
            }
        };
    }

    @FunctionalInterface
    private interface Frame {
        void release() throws Http2Exception;
    }

    @Override
    public void onHeadersRead(
            ChannelHandlerContext context, int stream, Http2Headers headers, int padding, boolean isLast) {
        hold(stream, () -> super.onHeadersRead(context, stream, headers, padding, isLast));
    }

    @Override
    public void onHeadersRead(
            ChannelHandlerContext context,
            int stream,
            Http2Headers headers,
            int dependency,
            short weight,
            boolean isExclusive,
            int padding,
            boolean isLast) {
        hold(
                stream,
                () -> super.onHeadersRead(context, stream, headers, dependency, weight, isExclusive, padding, isLast));
    }

    @Override
    public int onDataRead(ChannelHandlerContext context, int stream, ByteBuf data, int padding, boolean isLast)
            throws Http2Exception {
        if (!held.containsKey(stream)) {
            return super.onDataRead(context, stream, data, padding, isLast);
        }
        // A copy on the heap needs no release if the request is reset. Vert.x would make one anyway.
        var copy = Unpooled.copiedBuffer(data);
        hold(stream, () -> readData(context, stream, copy, padding, isLast));
        return 0;
    }

    private void readData(ChannelHandlerContext context, int stream, ByteBuf data, int padding, boolean isLast)
            throws Http2Exception {
        var flow = connection.connection().stream(stream);
        var processed = super.onDataRead(context, stream, data, padding, isLast);
        connection.decoder().flowController().consumeBytes(flow, processed);
    }

    private void hold(int stream, Frame frame) {
        held.computeIfAbsent(stream, first -> new ArrayList<>(1)).add(frame);
        if (isEnding) {
            drop();
        }
    }

    private void releaseAll() {
        var arrived = List.copyOf(held.entrySet());
        held.clear();
        arrived.forEach(request -> {
            var wasReset = connection.connection().stream(request.getKey()) == null;
            if (!wasReset) {
                release(request.getValue());
            }
        });
    }

    /**
     * Closes the streams of the held requests, and of those that are still being read, because the connection ends. Vert.x
     * does not know these streams, and would throw an exception when it tells all streams of an error of the connection.
     */
    void end() {
        isEnding = true;
        drop();
    }

    private void drop() {
        var streams = List.copyOf(held.keySet());
        held.clear();
        streams.stream()
                .map(connection.connection()::stream)
                .filter(Objects::nonNull)
                .forEach(Http2Stream::close);
    }

    private void release(List<Frame> frames) {
        try {
            for (var frame : frames) {
                frame.release();
            }
        } catch (Http2Exception | RuntimeException error) {
            connection.onError(toolkit, false, error);
        }
    }
}
