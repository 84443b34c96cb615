package dev.registrar.gateway.events;

import dev.registrar.resource.context.RequestContext;
import dev.registrar.resource.time.Deadline;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.impl.NoStackTraceTimeoutException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Supplier;

/** Reads that wait their turn: some run at a time, in the order in which they came. Use it on one event loop only. */
final class ReadQueue {
    private final Vertx vertx;
    private final int limit;
    private final Queue<Promise<Void>> turns = new ArrayDeque<>();
    private int running;

    /**
     * Creates it.
     *
     * @param limit how many reads run at a time
     */
    ReadQueue(Vertx vertx, int limit) {
        this.vertx = vertx;
        this.limit = limit;
    }

    /** How many reads wait their turn. */
    int length() {
        return turns.size();
    }

    /** Reads when it is the read's turn, however long that takes. */
    <T> Future<T> run(Supplier<Future<T>> read) {
        return read(enqueue(), read);
    }

    /**
     * Reads when it is the read's turn.
     *
     * @return what has been read; fails with a {@link java.util.concurrent.TimeoutException}, without reading, if the
     *     turn does not come before the deadline
     */
    <T> Future<T> run(Deadline deadline, Supplier<Future<T>> read) {
        var turn = enqueue();
        if (!turn.future().isComplete()) {
            var timer = vertx.setTimer(Math.max(1, deadline.left().toMillis()), late -> giveUp(turn));
            turn.future().onSuccess(begun -> vertx.cancelTimer(timer));
        }
        return read(turn, read);
    }

    private Promise<Void> enqueue() {
        var turn = Promise.<Void>promise();
        turns.add(turn);
        startNext();
        return turn;
    }

    private void giveUp(Promise<Void> turn) {
        turns.remove(turn);
        turn.tryFail(new NoStackTraceTimeoutException("Too many reads of events wait their turn"));
    }

    private <T> Future<T> read(Promise<Void> turn, Supplier<Future<T>> read) {
        return RequestContext.kept(turn.future())
                .compose(begun -> Future.<Void>succeededFuture()
                        .compose(now -> read.get())
                        .onComplete(done -> finish()));
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
