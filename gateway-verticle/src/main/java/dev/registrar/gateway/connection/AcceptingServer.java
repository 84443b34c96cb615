package dev.registrar.gateway.connection;

import io.netty.channel.Channel;
import io.netty.handler.traffic.GlobalTrafficShapingHandler;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.HttpServerImpl;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.net.impl.SslChannelProvider;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * A server that shows its connections when they are accepted. Vert.x itself shows them only after the TLS handshake, which
 * a client need not finish. Uses internals of Vert.x 4; Vert.x 5 has others.
 */
final class AcceptingServer extends HttpServerImpl {
    private final Consumer<Channel> onAccept;

    AcceptingServer(VertxInternal vertx, HttpServerOptions options, Consumer<Channel> onAccept) {
        super(vertx, options);
        this.onAccept = onAccept;
    }

    @Override
    protected BiConsumer<Channel, SslChannelProvider> childHandler(
            ContextInternal context, SocketAddress address, GlobalTrafficShapingHandler shaping) {
        var toolkit = super.childHandler(context, address, shaping);
        return (channel, tls) -> {
            onAccept.accept(channel);
            toolkit.accept(channel, tls);
        };
    }
}
