package dev.registrar.gateway.http;

import dev.registrar.resource.bus.receiving.ConcurrencyLimit;
import io.vertx.core.Vertx;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Rejects requests at a bounded rate. Requests in progress would otherwise wait at each of their steps until everything
 * that has just arrived is rejected. Those that wait for their rejection are bounded, because each takes memory and a
 * connection of HTTP/2 can have many; beyond that, requests are rejected at once. Belongs to one event loop.
 */
final class PacedRejections {
    /**
     * Some 6,000 a second, which take about a third of an event loop. At half this rate, clients that send three times what
     * a node can do wait for seconds; at twice this rate, a node completes a fifth less.
     */
    static final Duration TIME_OF_EACH = Duration.ofNanos(125_000);

    /** As many as are rejected within less than a second, the time after which clients may try again. */
    static final int MOST_WAITING = 4_000;

    private static final long PAUSE_MILLIS = 1;

    private final Vertx vertx;
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private boolean isRejecting;

    PacedRejections(Vertx vertx) {
        this.vertx = vertx;
    }

    /** Whether the limit of a request is reached; then the request fails when its turn has come. */
    boolean rejects(RoutingContext context, ConcurrencyLimit limit) {
        if (!limit.isReached()) {
            return false;
        }
        var error = limit.reject();
        add(() -> context.fail(error));
        return true;
    }

    /** Rejects a request when its turn has come. */
    void add(Runnable rejection) {
        if (waiting.size() >= MOST_WAITING) {
            rejection.run();
            return;
        }
        waiting.add(rejection);
        if (!isRejecting) {
            isRejecting = true;
            pause();
        }
    }

    private void pause() {
        var begin = System.nanoTime();
        vertx.setTimer(PAUSE_MILLIS, over -> rejectSome((System.nanoTime() - begin) / TIME_OF_EACH.toNanos()));
    }

    /** A busy event loop comes here late; then more are due. */
    private void rejectSome(long due) {
        for (var rejected = 0; rejected < due && !waiting.isEmpty(); rejected++) {
            waiting.remove().run();
        }
        // A response may have let the next request of its connection arrive, which then waits for this turn, too.
        isRejecting = !waiting.isEmpty();
        if (isRejecting) {
            pause();
        }
    }
}
