package dev.registrar.gateway.cluster.handshake;

import static com.hazelcast.internal.networking.ChannelOption.DIRECT_BUF;
import static com.hazelcast.internal.networking.ChannelOption.SO_KEEPALIVE;
import static com.hazelcast.internal.networking.ChannelOption.SO_LINGER;
import static com.hazelcast.internal.networking.ChannelOption.SO_RCVBUF;
import static com.hazelcast.internal.networking.ChannelOption.SO_SNDBUF;
import static com.hazelcast.internal.networking.ChannelOption.TCP_NODELAY;
import static com.hazelcast.internal.server.ServerContext.KILO_BYTE;

import com.hazelcast.internal.networking.Channel;
import com.hazelcast.internal.networking.ChannelInitializer;
import com.hazelcast.internal.server.ServerContext;
import com.hazelcast.internal.server.tcp.UnifiedChannelInitializer;
import com.hazelcast.internal.server.tcp.UnifiedProtocolDecoder;
import com.hazelcast.internal.server.tcp.UnifiedProtocolEncoder;
import com.hazelcast.spi.properties.ClusterProperty;

/** Sets up the connections between members as Hazelcast does, with the handshake first on those that this node accepts. */
final class GuardedChannels implements ChannelInitializer {
    private final ServerContext context;
    private final Handshake handshake;
    private final PendingHandshakes pending;
    private final Rejections rejections = new Rejections();

    GuardedChannels(ServerContext context, Handshake handshake, PendingHandshakes pending) {
        this.context = context;
        this.handshake = handshake;
        this.pending = pending;
    }

    /** On a connection that this node has opened, the handshake is done already. */
    @Override
    public void initChannel(Channel channel) {
        if (channel.isClientMode()) {
            new UnifiedChannelInitializer(context).initChannel(channel);
        } else {
            guard(channel);
        }
    }

    private void guard(Channel channel) {
        var properties = context.properties();
        channel.options()
                .setOption(DIRECT_BUF, properties.getBoolean(ClusterProperty.SOCKET_BUFFER_DIRECT))
                .setOption(TCP_NODELAY, properties.getBoolean(ClusterProperty.SOCKET_NO_DELAY))
                .setOption(SO_KEEPALIVE, properties.getBoolean(ClusterProperty.SOCKET_KEEP_ALIVE))
                .setOption(SO_SNDBUF, properties.getInteger(ClusterProperty.SOCKET_SEND_BUFFER_SIZE) * KILO_BYTE)
                .setOption(SO_RCVBUF, properties.getInteger(ClusterProperty.SOCKET_RECEIVE_BUFFER_SIZE) * KILO_BYTE)
                .setOption(SO_LINGER, properties.getSeconds(ClusterProperty.SOCKET_LINGER_SECONDS));
        var encoder = new UnifiedProtocolEncoder(context);
        var decoder = new UnifiedProtocolDecoder(context, encoder);
        channel.outboundPipeline().addLast(encoder);
        channel.inboundPipeline().addLast(new AcceptedConnection(handshake, pending, rejections, decoder));
    }
}
