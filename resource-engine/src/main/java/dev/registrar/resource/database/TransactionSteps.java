package dev.registrar.resource.database;

import dev.registrar.resource.database.failure.DatabaseFailures;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.util.function.Function;

/**
 * Steps within one transaction. A failed step is undone, and the transaction continues, so that the cause can still be
 * queried.
 */
record TransactionSteps(SqlConnection transaction) implements Connections {

    @Override
    public <T> Future<T> with(Function<SqlConnection, Future<T>> steps) {
        // Not awaited: the steps are sent immediately after the savepoint.
        var saved = transaction.query("SAVEPOINT before_steps").execute();
        var result = steps.apply(transaction);
        return saved.compose(ignored -> result).recover(this::undo);
    }

    @Override
    public Future<RowSet<Row>> runInGroup(Statement statement) {
        return with(connection -> Database.run(connection, statement));
    }

    /** The work of the whole transaction, with its deadline, goes on. */
    @Override
    public Connections of(Work work) {
        return this;
    }

    @Override
    public <T> Future<T> inTransaction(Function<SqlConnection, Future<T>> steps) {
        return with(steps);
    }

    private <T> Future<T> undo(Throwable failure) {
        return transaction
                .query("ROLLBACK TO SAVEPOINT before_steps")
                .execute()
                .transform(undone -> Future.failedFuture(DatabaseFailures.withoutEffect(failure)));
    }
}
