package dev.registrar.gateway.http;

import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Closes connections on which no request comes about: bytes that trickle in keep a connection from being idle, but only a
 * whole request head counts here. Belongs to one event loop.
 */
public final class SlowClients implements Handler<RoutingContext> {
    private final Vertx vertx;
    private final Duration patience;
    private final Map<HttpConnection, Waiting> open = new HashMap<>();

    public SlowClients(Vertx vertx, HttpSettings settings) {
        this.vertx = vertx;
        patience = settings.idleTimeout();
    }

    /** What is being done for one connection, and when it is closed if that is nothing. */
    private static final class Waiting {
        private int requests;
        private long timer;
    }

    /** Begins to wait for the first request of a connection. */
    public void watch(HttpConnection connection) {
        var waiting = new Waiting();
        open.put(connection, waiting);
        connection.closeHandler(closed -> forget(connection));
        await(connection, waiting);
    }

    /** Notes that a request has come, and waits for the next one when it is answered. */
    @Override
    public void handle(RoutingContext context) {
        var connection = context.request().connection();
        var waiting = open.get(connection);
        if (waiting != null) {
            vertx.cancelTimer(waiting.timer);
            waiting.requests++;
            context.addEndHandler(answered -> {
                waiting.requests--;
                if (waiting.requests == 0 && open.containsKey(connection)) {
                    await(connection, waiting);
                }
            });
        }
        context.next();
    }

    private void await(HttpConnection connection, Waiting waiting) {
        waiting.timer = vertx.setTimer(patience.toMillis(), late -> connection.close());
    }

    private void forget(HttpConnection connection) {
        vertx.cancelTimer(open.remove(connection).timer);
    }
}
