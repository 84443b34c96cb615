package dev.registrar.resource.database;

import dev.registrar.resource.concurrency.FairQueue;
import dev.registrar.resource.database.failure.DatabaseFailures;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Transaction;
import java.util.Optional;
import java.util.function.Function;

/** The connections of a pool, used by one verticle for work. */
record ConnectionsOfPool(PooledConnections pool, FairQueue turns, StatementGroups groups, LockWaits locks, Work work)
        implements Connections {

    ConnectionsOfPool(PooledConnections pool, FairQueue turns, LockWaits locks, Work work) {
        this(pool, turns, new StatementGroups(pool), locks, work);
    }

    @Override
    public Connections of(Work other) {
        return new ConnectionsOfPool(pool, turns, groups, locks, other);
    }

    @Override
    public <T> Future<T> with(Function<SqlConnection, Future<T>> steps) {
        return locks.run(work, () -> inTurn(steps), () -> pool.with(work, steps));
    }

    /** A client with many requests delays only its own. What no request waits for has connections of its own. */
    private <T> Future<T> inTurn(Function<SqlConnection, Future<T>> steps) {
        if (work.client().isEmpty()) {
            return pool.with(work, steps);
        }
        var wait = Promise.<Void>promise();
        pool.measureWait(wait.future());
        return work.unlessCancelled(turns.run(
                        work.client(), Optional.of(pool.longestWait(work)), () -> pool.with(work, wait, steps)))
                .onFailure(wait::tryFail);
    }

    @Override
    public Future<RowSet<Row>> runInGroup(Statement statement) {
        return locks.run(
                work,
                () -> groups.run(work, statement),
                () -> pool.with(work, connection -> Database.run(connection, statement)));
    }

    @Override
    public <T> Future<T> inTransaction(Function<SqlConnection, Future<T>> steps) {
        return with(connection -> connection
                .begin()
                .compose(
                        transaction -> complete(transaction, connection, steps),
                        failure -> Future.failedFuture(DatabaseFailures.withoutEffect(failure))));
    }

    private static <T> Future<T> complete(
            Transaction transaction, SqlConnection connection, Function<SqlConnection, Future<T>> steps) {
        return Future.succeededFuture(connection)
                .compose(steps)
                .compose(
                        result -> transaction.commit().map(result),
                        failure -> transaction
                                .rollback()
                                .transform(rolledBack -> Future.failedFuture(DatabaseFailures.withoutEffect(failure))));
    }
}
