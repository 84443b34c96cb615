package dev.registrar.resource.database;

import dev.registrar.resource.settings.TimeLimits;
import dev.registrar.resource.time.Deadline;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Transaction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The connections of a pool, each used until a deadline.
 *
 * @param deadline supplies the deadline of work that starts now
 */
record ConnectionsUntil(PooledConnections pool, Supplier<Deadline> deadline) implements Connections {

    /** For work that no request waits for: as long as the pool and PostgreSQL allow. */
    static Connections background(PooledConnections pool, TimeLimits limits) {
        return new ConnectionsUntil(pool, () -> Deadline.in(limits.background()));
    }

    @Override
    public Connections until(Deadline other) {
        return new ConnectionsUntil(pool, () -> other);
    }

    @Override
    public <T> Future<T> with(Function<SqlConnection, Future<T>> steps) {
        return pool.with(deadline.get(), steps);
    }

    @Override
    public <T> Future<T> inTransaction(Function<SqlConnection, Future<T>> steps) {
        return with(connection -> connection.begin().compose(transaction -> complete(transaction, connection, steps)));
    }

    private static <T> Future<T> complete(
            Transaction transaction, SqlConnection connection, Function<SqlConnection, Future<T>> steps) {
        return Future.succeededFuture(connection)
                .compose(steps)
                .compose(
                        result -> transaction.commit().map(result),
                        failure -> transaction.rollback().transform(rolledBack -> Future.failedFuture(failure)));
    }
}
