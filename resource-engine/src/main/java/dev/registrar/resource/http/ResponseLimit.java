package dev.registrar.resource.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.Optional;

/**
 * Closes a connection on which the other side sends too many bytes in response to one request. Counts them as they arrive, because
 * Vert.x limits neither the body nor the number of informational responses, such as 103.
 */
final class ResponseLimit extends ChannelInboundHandlerAdapter {
    private static final int MAX_BYTES = 65_536;

    private int received;

    private ResponseLimit() {}

    /** Limits the responses on a new connection. */
    static void apply(HttpConnection connection) {
        pipeline(connection).addFirst(new ResponseLimit());
    }

    /** Counts from zero, for the response to a new request. */
    static void restart(HttpConnection connection) {
        // A connection that has just been closed has no handlers.
        Optional.ofNullable(pipeline(connection).get(ResponseLimit.class)).ifPresent(limit -> limit.received = 0);
    }

    private static ChannelPipeline pipeline(HttpConnection connection) {
        return ((ConnectionBase) connection).channel().pipeline();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        received += ((ByteBuf) message).readableBytes();
        if (received <= MAX_BYTES) {
            context.fireChannelRead(message);
            return;
        }
        ReferenceCountUtil.release(message);
        context.fireExceptionCaught(new RejectedPeerException("its response is longer than 64 KiB"));
        var unused = context.close();
    }
}
