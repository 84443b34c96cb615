package dev.registrar.gateway.connection;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2LifecycleManager;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.Optional;

/** Bounds what a client can make the service hold by HTTP/2, in the places where Vert.x and Netty do not. */
final class Http2Guards {
    private Http2Guards() {}

    static void install(Http2ConnectionHandler http2, ClientConnection client, int concurrentStreams) {
        // Applied now instead of after the client acknowledges the settings, because it may never do that.
        http2.connection().remote().maxActiveStreams(concurrentStreams);
        http2.connection().addListener(new ActiveStreams(client, http2.connection()));
        http2.encoder().lifecycleManager(new PromptResets(http2));
        http2.decoder().frameListener(new Http2RequestHeads(http2.decoder().frameListener()));
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

    /**
     * Closes each stream when its reset is written. Netty keeps it until the reset has been sent, but the client may
     * read nothing at all. Then what is held for the response would stay, and so would streams whose heads were
     * rejected before Vert.x saw them: it throws an exception when it tells all streams of an error of their
     * connection, and the connection would go on.
     */
    private static final class PromptResets implements Http2LifecycleManager {
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

    /**
     * Stops reading from an HTTP/2 client that does not read itself. What has no flow control, such as the headers of
     * responses, would otherwise pile up.
     */
    static final class ReadWhileWritable extends ChannelDuplexHandler {

        @Override
        public void channelWritabilityChanged(ChannelHandlerContext context) {
            context.channel().config().setAutoRead(context.channel().isWritable());
            context.fireChannelWritabilityChanged();
        }

        /** Netty's HTTP/2 handler requests more reads even if automatic reading is off. */
        @Override
        public void read(ChannelHandlerContext context) {
            if (context.channel().isWritable()) {
                context.read();
            }
        }
    }
}
