package dev.registrar.resource.database;

import dev.registrar.resource.time.Deadline;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.function.Function;

/** Steps of one transaction. What fails is undone, and the transaction goes on as it was before: it can still be asked why. */
record TransactionSteps(SqlConnection transaction) implements Connections {

    @Override
    public <T> Future<T> with(Function<SqlConnection, Future<T>> steps) {
        // Nobody waits for the savepoint: the steps are sent right behind it.
        var saved = transaction.query("SAVEPOINT before_steps").execute();
        var result = steps.apply(transaction);
        return saved.compose(ignored -> result).recover(this::undo);
    }

    /** The whole transaction must be over by some time. */
    @Override
    public Connections until(Deadline deadline) {
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
                .transform(undone -> Future.failedFuture(failure));
    }
}
