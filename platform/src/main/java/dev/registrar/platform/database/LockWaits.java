package dev.registrar.platform.database;

import dev.registrar.platform.operations.RequestContext;
import dev.registrar.platform.time.Deadline;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Waits for locked rows without a connection, which others need. PostgreSQL waits only for {@link #TRY}; then the work
 * is tried again after a pause. Of those that need the same row, one tries and the others wait until it has succeeded.
 * The more rows are locked, the shorter and the rarer all attempts are, so that together they use about half of a
 * connection. Use it on one event loop only.
 */
final class LockWaits {
    /** How long a statement waits for a lock: longer than other requests keep one, unless the disk is slow. */
    static final Duration TRY = Duration.ofMillis(50);

    private static final Duration SHORTEST_PAUSE = TRY.multipliedBy(2);

    /** Twice what an attempt takes for which PostgreSQL hardly waits. */
    private static final Duration PAUSE_FOR_EACH_ROW = Duration.ofMillis(5);

    private final Vertx vertx;
    private final Duration longest;
    private final Map<Object, Locked> locked = new HashMap<>();

    /** Work that waits longer for a lock fails. */
    LockWaits(Vertx vertx, Duration longest) {
        this.vertx = vertx;
        this.longest = longest;
    }

    /**
     * A row that others need while one tries.
     *
     * @param failure why the last attempt failed
     * @param turns each completes with whether it is the one that tries next; otherwise the row is free
     */
    private record Locked(Throwable failure, Queue<Promise<Boolean>> turns) {}

    /**
     * Runs work that has no effect if it fails because of a lock. Attempts after the first one must not make others
     * wait.
     */
    <T> Future<T> run(CallContext context, Supplier<Future<T>> first, Supplier<Future<T>> again) {
        var end = context.deadline().get().orEarlier(Deadline.in(longest));
        return new Waiting<>(context.row().<Object>map(row -> row).orElseGet(Object::new), end, first, again).run();
    }

    /** The same steps; while rows are locked, PostgreSQL waits for any lock less long than {@link #TRY}. */
    <T> Function<SqlConnection, Future<T>> limit(Function<SqlConnection, Future<T>> steps) {
        return connection -> locked.isEmpty() ? steps.apply(connection) : limited(connection, steps);
    }

    private <T> Future<T> limited(SqlConnection connection, Function<SqlConnection, Future<T>> steps) {
        var wait = TRY.dividedBy(1 + locked.size()).toMillis();
        PooledConnections.send(connection, "SET lock_timeout = " + Math.max(1, wait));
        return Future.succeededFuture(connection)
                .compose(steps)
                .onComplete(over -> PooledConnections.send(connection, "RESET lock_timeout"));
    }

    /** A call that may have to wait. */
    private final class Waiting<T> {
        private final Object row;
        private final Deadline end;
        private final Supplier<Future<T>> first;
        private final Supplier<Future<T>> again;

        Waiting(Object row, Deadline end, Supplier<Future<T>> first, Supplier<Future<T>> again) {
            this.row = row;
            this.end = end;
            this.first = first;
            this.again = again;
        }

        Future<T> run() {
            return locked.containsKey(row)
                    ? waitForTurn(locked.get(row))
                    : first.get()
                            .recover(failure ->
                                    DatabaseFailures.isLocked(failure) ? enter(failure) : Future.failedFuture(failure));
        }

        private Future<T> enter(Throwable failure) {
            if (locked.containsKey(row)) {
                return waitForTurn(locked.get(row));
            }
            locked.put(row, new Locked(failure, new ArrayDeque<>()));
            return tryAgain(failure);
        }

        private Future<T> waitForTurn(Locked others) {
            var turn = Promise.<Boolean>promise();
            others.turns().add(turn);
            var timer = vertx.setTimer(Math.max(1, end.left().toMillis()), late -> leave(others, turn));
            return RequestContext.kept(turn.future().onComplete(decided -> vertx.cancelTimer(timer)))
                    .compose(isNext -> isNext ? tryAgain(others.failure()) : run(), this::giveUp);
        }

        /** Nobody else may complete the turn: it would be lost. */
        private void leave(Locked others, Promise<Boolean> turn) {
            if (others.turns().remove(turn)) {
                turn.fail(others.failure());
            }
        }

        /** The last attempt comes early enough to succeed in time. */
        private Future<T> tryAgain(Throwable failure) {
            var untilLast = end.left().minus(SHORTEST_PAUSE);
            if (untilLast.toMillis() <= 0) {
                passOn();
                return giveUp(failure);
            }
            var pause = Collections.min(List.of(untilLast, pause()));
            return vertx.timer(pause.toMillis())
                    .compose(over -> again.get())
                    .onSuccess(done -> locked.remove(row).turns().forEach(turn -> turn.complete(false)))
                    .recover(other -> {
                        if (DatabaseFailures.isLocked(other)) {
                            return tryAgain(other);
                        }
                        passOn();
                        return Future.failedFuture(other);
                    });
        }

        private Duration pause() {
            return SHORTEST_PAUSE.plus(PAUSE_FOR_EACH_ROW.multipliedBy(locked.size()));
        }

        private void passOn() {
            var next = locked.get(row).turns().poll();
            if (next == null) {
                locked.remove(row);
            } else {
                next.complete(true);
            }
        }

        private Future<T> giveUp(Throwable failure) {
            OutageLog.of(vertx).log(failure);
            return Future.failedFuture(failure);
        }
    }
}
