package dev.registrar.gateway.connection;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;

/**
 * Stops reading from an HTTP/2 client that does not read itself. What has no flow control, such as the headers of
 * responses, would otherwise pile up.
 */
final class ReadWhileWritable extends ChannelDuplexHandler {

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
