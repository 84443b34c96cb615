package dev.registrar.gateway.connection;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValidationUtil;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2LifecycleManager;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.Optional;

/** Bounds what a client can make the service hold by HTTP/2, in the places where Vert.x and Netty do not. */
final class Http2Guards {
    private Http2Guards() {}

    static void install(Http2ConnectionHandler http2, ClientConnection client, int concurrentStreams) {
        // Applied now instead of after the client acknowledges the settings, because it may never do that.
        http2.connection().remote().maxActiveStreams(concurrentStreams);
        http2.connection().addListener(new Http2ConnectionAdapter() {
            @Override
            public void onStreamActive(Http2Stream stream) {
                client.beginRequest();
            }

            @Override
            public void onStreamClosed(Http2Stream stream) {
                if (http2.connection().numActiveStreams() == 0) {
                    client.awaitRequest();
                }
            }
        });
        http2.encoder().lifecycleManager(new PromptResets(http2));
        http2.decoder().frameListener(new RequestHeads(http2.decoder().frameListener()));
    }

    /**
     * Closes each stream when its reset is written. Netty keeps it until the reset has been sent, but the client may
     * read nothing at all. Then what is held for the response would stay, and so would streams whose heads were
     * rejected before Vert.x saw them: it throws an exception when it tells all streams of an error of their
     * connection, and the connection would go on.
     */
    private record PromptResets(Http2ConnectionHandler connection) implements Http2LifecycleManager {

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
     * Checks the heads of HTTP/2 requests before Vert.x does. Vert.x accepts some that are malformed by RFC 9113 (8.2.1
     * and 8.3), and closes the whole connection because of others. This class resets only the stream of a malformed
     * request.
     */
    private static final class RequestHeads extends Http2FrameListenerDecorator {
        private static final int VALID = -1;

        RequestHeads(Http2FrameListener vertx) {
            super(vertx);
        }

        /** Netty calls this also for a request without a priority. */
        @Override
        public void onHeadersRead(
                ChannelHandlerContext context,
                int stream,
                Http2Headers headers,
                int dependency,
                short weight,
                boolean isExclusive,
                int padding,
                boolean isLast)
                throws Http2Exception {
            requireWellFormed(stream, headers);
            super.onHeadersRead(context, stream, headers, dependency, weight, isExclusive, padding, isLast);
        }

        private static void requireWellFormed(int stream, Http2Headers headers) throws Http2Exception {
            for (var field : headers) {
                require(isName(field.getKey()) && isValue(field.getValue()), stream, "field");
            }
            require(headers.method() == null || isToken(headers.method()), stream, "method");
            require(headers.path() == null || isPath(headers), stream, "path");
            require(
                    headers.authority() != null
                            || headers.getAll(HttpHeaderNames.HOST).size() <= 1,
                    stream,
                    "authority");
        }

        private static void require(boolean condition, int stream, String part) throws Http2Exception {
            if (!condition) {
                throw Http2Exception.streamError(stream, Http2Error.PROTOCOL_ERROR, "Malformed %s of a request", part);
            }
        }

        /** Without the colon of a pseudo-header field, which is not part of a token. */
        private static boolean isName(CharSequence name) {
            return isToken(
                    Http2Headers.PseudoHeaderName.isPseudoHeader(name) ? name.subSequence(1, name.length()) : name);
        }

        private static boolean isToken(CharSequence text) {
            return text.length() > 0 && HttpHeaderValidationUtil.validateToken(text) == VALID;
        }

        private static boolean isValue(CharSequence value) {
            return value.length() == 0
                    || (HttpHeaderValidationUtil.validateValidHeaderValue(value) == VALID
                            && " \t".indexOf(value.charAt(value.length() - 1)) < 0);
        }

        /** The asterisk stands for the whole server (RFC 9113, 8.3.1). */
        private static boolean isPath(Http2Headers headers) {
            return headers.path().length() > 0
                    && (headers.path().charAt(0) == '/'
                            || headers.path().toString().equals("*"));
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
