package dev.registrar.gateway.connection;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything that a client sends, before TLS. Closes the connection of a client that has sent more than any first request
 * needs, and still none. The first of all handlers of a connection.
 */
final class ConnectionInput extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionInput.class);

    /** In bytes: of a TLS handshake and the head of a request together. */
    private static final int MAX_BEFORE_FIRST_REQUEST = 16_384;

    /** The same as that of the JVM with {@code -XX:+ExitOnOutOfMemoryError}, which looks at the heap only. */
    private static final int OUT_OF_MEMORY = 3;

    private final ClientConnection client;
    private int received;

    ConnectionInput(ClientConnection client) {
        this.client = client;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object bytes) {
        if (client.isNew()) {
            received += ((ByteBuf) bytes).readableBytes();
        }
        context.fireChannelRead(bytes);
        if (client.isNew() && received > MAX_BEFORE_FIRST_REQUEST) {
            client.close();
        }
    }

    /** Without direct memory, nothing can be read from any client, and each attempt keeps the event loop waiting for a second. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
        if (failure instanceof OutOfMemoryError) {
            LOG.error("The process ends, because no memory is left to read from clients", failure);
            Runtime.getRuntime().halt(OUT_OF_MEMORY);
        }
        context.fireExceptionCaught(failure);
    }
}
