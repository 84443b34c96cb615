package dev.registrar.gateway.connection;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;

/**
 * Reads no more from a client of HTTP/2 that does not read itself: what has no flow control, such as the headers of
 * responses, would pile up.
 */
final class ReadWhileWritable extends ChannelDuplexHandler {

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        context.channel().config().setAutoRead(context.channel().isWritable());
        context.fireChannelWritabilityChanged();
    }

    /** Netty's handler of HTTP/2 asks for more to read even if nothing is to be read by itself. */
    @Override
    public void read(ChannelHandlerContext context) {
        if (context.channel().isWritable()) {
            context.read();
        }
    }
}
