package dev.registrar.gateway.http;

import dev.registrar.gateway.connection.ClientConnections;
import dev.registrar.gateway.connection.ConnectionLimits;
import dev.registrar.gateway.http.exchange.CommonHeaders;
import dev.registrar.gateway.http.exchange.FailureHandler;
import dev.registrar.testing.Await;
import dev.registrar.testing.http.RawConnection;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.List;

/** A request to one handler, on a server with the gateway's error documents and limits of connections. */
public final class HandlerExchange {
    private static final ConnectionLimits LIMITS = new ConnectionLimits(777_777, 7, Duration.ofMinutes(7));

    private HandlerExchange() {}

    /** Returns all that the handler's server sends until it closes the connection. */
    public static String responseOf(Handler<RoutingContext> handler, Vertx vertx, String request) {
        var router = Router.router(vertx);
        FailureHandler.install(router, CommonHeaders.PLAIN, List.of());
        router.route().handler(handler);
        var server = ClientConnections.newServer(vertx, new HttpServerOptions(), LIMITS)
                .requestHandler(router);
        var port = Await.success(server.listen(0, "127.0.0.1")).actualPort();
        return RawConnection.exchange(port, request);
    }
}
