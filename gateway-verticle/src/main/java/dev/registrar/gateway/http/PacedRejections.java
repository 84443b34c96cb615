package dev.registrar.gateway.http;

import io.vertx.core.Vertx;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Rejects requests at a bounded rate. Requests in progress would otherwise wait at each of their steps until everything
 * that has just arrived is rejected. Those that wait for their rejection are bounded, because each takes memory and a
 * connection of HTTP/2 can have many; beyond that, requests are rejected at once. Belongs to one event loop.
 */
final class PacedRejections {
    private static final int EACH_TIME = 4;
    private static final long PAUSE_MILLIS = 1;

    /** As many as are rejected within a second, the time after which clients may try again. */
    private static final int MOST_WAITING = 4_000;

    private final Vertx vertx;
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private boolean isRejecting;

    PacedRejections(Vertx vertx) {
        this.vertx = vertx;
    }

    /** Fails the request with this error when its turn has come. */
    void add(RoutingContext context, Throwable error) {
        if (waiting.size() >= MOST_WAITING) {
            context.fail(error);
            return;
        }
        waiting.add(() -> context.fail(error));
        if (!isRejecting) {
            isRejecting = true;
            pause();
        }
    }

    private void pause() {
        vertx.setTimer(PAUSE_MILLIS, over -> rejectSome());
    }

    private void rejectSome() {
        for (var rejected = 0; rejected < EACH_TIME && !waiting.isEmpty(); rejected++) {
            waiting.remove().run();
        }
        // A response may have let the next request of its connection arrive, which then waits for this turn, too.
        isRejecting = !waiting.isEmpty();
        if (isRejecting) {
            pause();
        }
    }
}
