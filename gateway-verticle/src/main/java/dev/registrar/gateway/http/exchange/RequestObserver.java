package dev.registrar.gateway.http.exchange;

import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;

/** Learns of every request and of its response, and changes neither. */
public interface RequestObserver {
    /** Learns of a request that the router has received, and of its response when that has ended. */
    void follow(RoutingContext context);

    /** Learns of the requests that this handler responds to because they cannot be routed. */
    Handler<HttpServerRequest> around(Handler<HttpServerRequest> handler);
}
