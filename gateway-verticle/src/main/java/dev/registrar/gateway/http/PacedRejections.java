package dev.registrar.gateway.http;

import io.vertx.core.Vertx;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Rejects requests at a bounded rate. Requests in progress would otherwise wait at each of their steps until everything
 * that has just arrived is rejected. A client that waits for its rejection sends nothing else on its connection. Belongs to
 * one event loop.
 */
final class PacedRejections {
    private static final int EACH_TIME = 4;
    private static final long PAUSE_MILLIS = 1;

    private final Vertx vertx;
    private final Queue<Runnable> waiting = new ArrayDeque<>();

    PacedRejections(Vertx vertx) {
        this.vertx = vertx;
    }

    /** Fails the request with this error when its turn has come. */
    void add(RoutingContext context, Throwable error) {
        if (waiting.isEmpty()) {
            pause();
        }
        waiting.add(() -> context.fail(error));
    }

    private void pause() {
        vertx.setTimer(PAUSE_MILLIS, over -> rejectSome());
    }

    private void rejectSome() {
        for (var rejected = 0; rejected < EACH_TIME && !waiting.isEmpty(); rejected++) {
            waiting.remove().run();
        }
        if (!waiting.isEmpty()) {
            pause();
        }
    }
}
