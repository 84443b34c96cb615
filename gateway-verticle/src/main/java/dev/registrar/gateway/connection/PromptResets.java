package dev.registrar.gateway.connection;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2LifecycleManager;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.Optional;

/**
 * Closes each stream when its reset is written. Netty keeps it until the reset has been sent, but the client may read nothing
 * at all. Then what is held for the response would stay, and so would streams whose heads were rejected before Vert.x saw
 * them: it throws an exception when it tells all streams of an error of their connection, and the connection would go on.
 */
final class PromptResets implements Http2LifecycleManager {
    private final Http2ConnectionHandler connection;

    PromptResets(Http2ConnectionHandler connection) {
        this.connection = connection;
    }

    @Override
    public ChannelFuture resetStream(ChannelHandlerContext context, int id, long error, ChannelPromise promise) {
        var stream = Optional.ofNullable(connection.connection().stream(id));
        var reset = connection.resetStream(context, id, error, promise);
        stream.ifPresent(Http2Stream::close);
        return reset;
    }

    @Override
    public void closeStreamLocal(Http2Stream stream, ChannelFuture future) {
        connection.closeStreamLocal(stream, future);
    }

    @Override
    public void closeStreamRemote(Http2Stream stream, ChannelFuture future) {
        connection.closeStreamRemote(stream, future);
    }

    @Override
    public void closeStream(Http2Stream stream, ChannelFuture future) {
        connection.closeStream(stream, future);
    }

    @Override
    public ChannelFuture goAway(
            ChannelHandlerContext context, int lastStream, long error, ByteBuf debugData, ChannelPromise promise) {
        return connection.goAway(context, lastStream, error, debugData, promise);
    }

    @Override
    public void onError(ChannelHandlerContext context, boolean outbound, Throwable cause) {
        connection.onError(context, outbound, cause);
    }
}
