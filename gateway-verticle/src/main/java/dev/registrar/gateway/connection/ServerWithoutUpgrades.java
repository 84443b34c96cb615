package dev.registrar.gateway.connection;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.traffic.GlobalTrafficShapingHandler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.Http1xOrH2CHandler;
import io.vertx.core.http.impl.HttpServerImpl;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.net.impl.SslChannelProvider;
import java.util.function.BiConsumer;

/**
 * A server that ignores requests to upgrade a connection from HTTP/1.1 to HTTP/2, as any server may (RFC 9110, 7.8); RFC
 * 9113 (3.1) deprecates this upgrade. Vert.x would follow them before the handlers of this package examine the request,
 * and would then remove these handlers. Clients without TLS can still begin with HTTP/2 (RFC 9113, 3.3).
 */
public final class ServerWithoutUpgrades extends HttpServerImpl {
    /** The name of Vert.x's handler of upgrades in the pipeline of a connection. */
    private static final String UPGRADES_OF_TOOLKIT = "h2c";

    private static final RemoveUpgrade REMOVE_UPGRADE = new RemoveUpgrade();

    private ServerWithoutUpgrades(VertxInternal vertx, HttpServerOptions options) {
        super(vertx, options);
    }

    public static HttpServer of(Vertx vertx, HttpServerOptions options) {
        return new ServerWithoutUpgrades((VertxInternal) vertx, options);
    }

    @Override
    protected BiConsumer<Channel, SslChannelProvider> childHandler(
            ContextInternal context, SocketAddress address, GlobalTrafficShapingHandler shaping) {
        return super.childHandler(context, address, shaping).andThen(ServerWithoutUpgrades::extend);
    }

    private static void extend(Channel channel, SslChannelProvider tls) {
        if (channel.pipeline().get(Http1xOrH2CHandler.class) != null) {
            channel.pipeline().addLast(new AfterChoice());
        }
    }

    /** Receives the first bytes of a connection when Vert.x has chosen the protocol by them. */
    private static final class AfterChoice extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object bytes) {
            var pipeline = context.pipeline();
            if (pipeline.get(UPGRADES_OF_TOOLKIT) != null) {
                pipeline.addBefore(UPGRADES_OF_TOOLKIT, null, REMOVE_UPGRADE);
            }
            pipeline.remove(this);
            context.fireChannelRead(bytes);
        }
    }

    @Sharable
    private static final class RemoveUpgrade extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof HttpRequest request) {
                request.headers().remove(HttpHeaderNames.UPGRADE);
            }
            context.fireChannelRead(message);
        }
    }
}
