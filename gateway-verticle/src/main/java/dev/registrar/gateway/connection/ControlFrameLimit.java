package dev.registrar.gateway.connection;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2Settings;
import java.util.concurrent.TimeUnit;

/**
 * Closes an HTTP/2 connection with many frames that belong to no request or response. They cost the client less than the
 * service, and others wait in the meantime (RFC 9113, 10.5; CVE-2019-9512 and CVE-2019-9515). WINDOW_UPDATE is not one of
 * them: clients send it for what they read. Netty limits RST_STREAM and empty frames.
 */
final class ControlFrameLimit extends Http2FrameListenerDecorator {
    /** Clients send a few for a connection; some ping once for each round trip while they read. */
    private static final int MAX_PER_SECOND = 1000;

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final HeldRequests requests;
    private long begin = System.nanoTime();
    private int count;

    ControlFrameLimit(Http2FrameListener next, HeldRequests requests) {
        super(next);
        this.requests = requests;
    }

    private void count() throws Http2Exception {
        var now = System.nanoTime();
        if (now - begin > SECOND) {
            begin = now;
            count = 0;
        }
        count++;
        if (count > MAX_PER_SECOND) {
            requests.end();
            throw Http2Exception.connectionError(
                    Http2Error.ENHANCE_YOUR_CALM, "More than %d control frames in a second", MAX_PER_SECOND);
        }
    }

    @Override
    public void onPingRead(ChannelHandlerContext context, long data) throws Http2Exception {
        count();
        super.onPingRead(context, data);
    }

    @Override
    public void onPingAckRead(ChannelHandlerContext context, long data) throws Http2Exception {
        count();
        super.onPingAckRead(context, data);
    }

    @Override
    public void onSettingsRead(ChannelHandlerContext context, Http2Settings settings) throws Http2Exception {
        count();
        super.onSettingsRead(context, settings);
    }

    @Override
    public void onSettingsAckRead(ChannelHandlerContext context) throws Http2Exception {
        count();
        super.onSettingsAckRead(context);
    }

    @Override
    public void onPriorityRead(
            ChannelHandlerContext context, int stream, int dependency, short weight, boolean isExclusive)
            throws Http2Exception {
        count();
        super.onPriorityRead(context, stream, dependency, weight, isExclusive);
    }

    @Override
    public void onGoAwayRead(ChannelHandlerContext context, int lastStream, long error, ByteBuf debug)
            throws Http2Exception {
        count();
        super.onGoAwayRead(context, lastStream, error, debug);
    }

    @Override
    public void onUnknownFrame(ChannelHandlerContext context, byte type, int stream, Http2Flags flags, ByteBuf payload)
            throws Http2Exception {
        count();
        super.onUnknownFrame(context, type, stream, flags, payload);
    }
}
