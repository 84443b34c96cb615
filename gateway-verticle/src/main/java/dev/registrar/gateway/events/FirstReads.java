package dev.registrar.gateway.events;

import dev.registrar.resource.context.RequestContext;
import dev.registrar.resource.error.JsonApiException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Supplier;

/**
 * Reads the first events of clients that are going to wait for events. Some read at a time, the others wait their turn
 * and are not rejected: all clients of a node or proxy that stops connect again at once, and {@code EventSource} gives up
 * after an error. Use it on one event loop only.
 */
final class FirstReads {
    private final Vertx vertx;
    private final int limit;
    private final int room;
    private final Supplier<JsonApiException> rejection;
    private final Queue<Promise<Void>> turns = new ArrayDeque<>();
    private int running;

    /**
     * Creates it.
     *
     * @param limit how many clients read at a time
     * @param room how many may wait their turn
     * @param rejection supplies the error for one more
     */
    FirstReads(Vertx vertx, int limit, int room, Supplier<JsonApiException> rejection) {
        this.vertx = vertx;
        this.limit = limit;
        this.room = room;
        this.rejection = rejection;
    }

    /**
     * Reads when it is the client's turn.
     *
     * @return what has been read; fails with the rejection if too many clients wait their turn
     */
    <T> Future<T> run(Supplier<Future<T>> read) {
        if (turns.size() >= room) {
            return Future.failedFuture(rejection.get());
        }
        var turn = Promise.<Void>promise();
        turns.add(turn);
        startNext();
        return RequestContext.kept(turn.future()).compose(begun -> read.get()).onComplete(done -> finish());
    }

    private void startNext() {
        while (running < limit && !turns.isEmpty()) {
            running++;
            turns.remove().complete();
        }
    }

    /** Starts the next read from the event loop, because reads from memory would otherwise nest. */
    private void finish() {
        running--;
        if (!turns.isEmpty()) {
            vertx.runOnContext(next -> startNext());
        }
    }
}
