package dev.registrar.platform.database;

import dev.registrar.platform.concurrency.FairQueue;
import dev.registrar.platform.operations.StartException;
import dev.registrar.platform.operations.StartFailure;
import dev.registrar.platform.settings.TimeLimits;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Cursor;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Runs statements: each on any connection of a pool, or all in one transaction. */
public abstract class Database {
    private static final String BEGIN_READING = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

    private Database() {}

    /** A database whose statements all run in a transaction, so that none of them waits for another connection. */
    public static Database within(SqlConnection transaction) {
        return new OfTransaction(transaction);
    }

    /**
     * Opens a verticle's connections of a pool, and runs a statement on one; fails with a sentence for operators when
     * that is impossible. They close with the verticle or, if the verticles of a node share them, with the node.
     */
    public static Future<Database> open(Vertx vertx, DatabaseSettings settings, TimeLimits limits, Pool pool) {
        return PooledConnections.open(vertx, settings, limits, pool)
                .<Database>map(connections -> {
                    var locks = new LockWaits(vertx, limits.lock());
                    return new OfPool(
                            connections,
                            pool.turns(vertx, settings),
                            new StatementGroups(connections, locks),
                            locks,
                            CallContext.inBackground(pool.limits(limits)));
                })
                .recover(failure -> Future.failedFuture(new StartException(
                        StartFailure.DATABASE,
                        "%s cannot be used: %s".formatted(settings.uri(), failure.getMessage()),
                        failure)));
    }

    /** The same database for a call: nothing waits longer than its deadline, and nothing has an effect after it. */
    public abstract Database limitedBy(CallContext context);

    abstract <T> Future<T> with(Function<SqlConnection, Future<T>> steps);

    /**
     * Runs one statement that reads or creates a single row, and succeeds or fails by itself. Under load, it shares a
     * transaction and a round trip with others that have the same SQL, so it costs less.
     */
    public abstract Future<RowSet<Row>> runInGroup(Statement statement);

    /** Runs steps in a transaction: committed when the future succeeds, rolled back when it fails. */
    public abstract <T> Future<T> inTransaction(Function<SqlConnection, Future<T>> steps);

    /** The connections of a pool, used by one verticle for a call. */
    private static final class OfPool extends Database {
        private final PooledConnections pool;
        private final FairQueue turns;
        private final StatementGroups groups;
        private final LockWaits locks;
        private final CallContext context;

        OfPool(PooledConnections pool, FairQueue turns, StatementGroups groups, LockWaits locks, CallContext context) {
            this.pool = pool;
            this.turns = turns;
            this.groups = groups;
            this.locks = locks;
            this.context = context;
        }

        @Override
        public Database limitedBy(CallContext other) {
            return new OfPool(pool, turns, groups, locks, other);
        }

        @Override
        <T> Future<T> with(Function<SqlConnection, Future<T>> steps) {
            var limited = locks.limit(steps);
            return locks.run(context, () -> inTurn(limited), () -> pool.with(context, limited));
        }

        /** A client with many requests delays only its own. What no request waits for has connections of its own. */
        private <T> Future<T> inTurn(Function<SqlConnection, Future<T>> steps) {
            if (context.client().isEmpty()) {
                return pool.with(context, steps);
            }
            var wait = Promise.<Void>promise();
            pool.measureWait(wait.future());
            return context.unlessCancelled(turns.run(
                            context.client(),
                            Optional.of(pool.longestWait(context)),
                            () -> pool.with(context, wait, steps)))
                    .onFailure(wait::tryFail);
        }

        @Override
        public Future<RowSet<Row>> runInGroup(Statement statement) {
            return locks.run(
                    context,
                    () -> groups.run(context, statement),
                    () -> pool.with(context, locks.limit(connection -> run(connection, statement))));
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
                                    .transform(rolledBack ->
                                            Future.failedFuture(DatabaseFailures.withoutEffect(failure))));
        }
    }

    /**
     * Steps within one transaction. A failed step is undone, and the transaction continues, so that the cause can still
     * be queried.
     */
    private static final class OfTransaction extends Database {
        private final SqlConnection transaction;

        OfTransaction(SqlConnection transaction) {
            this.transaction = transaction;
        }

        /** The call of the whole transaction, with its deadline, goes on. */
        @Override
        public Database limitedBy(CallContext context) {
            return this;
        }

        @Override
        <T> Future<T> with(Function<SqlConnection, Future<T>> steps) {
            // Not awaited: the steps are sent immediately after the savepoint.
            var saved = send(transaction, "SAVEPOINT before_steps");
            var result = steps.apply(transaction);
            return saved.compose(ignored -> result).recover(this::undo);
        }

        private <T> Future<T> undo(Throwable failure) {
            return send(transaction, "ROLLBACK TO SAVEPOINT before_steps")
                    .transform(undone -> Future.failedFuture(DatabaseFailures.withoutEffect(failure)));
        }

        @Override
        public Future<RowSet<Row>> runInGroup(Statement statement) {
            return run(statement);
        }

        @Override
        public <T> Future<T> inTransaction(Function<SqlConnection, Future<T>> steps) {
            return with(steps);
        }
    }

    /** Runs one statement in a separate transaction. */
    public final Future<RowSet<Row>> run(Statement statement) {
        return with(connection -> run(connection, statement));
    }

    /**
     * Reads with several statements that see the same snapshot. All of them, and the transaction around them, take one
     * round trip.
     */
    public final Future<List<RowSet<Row>>> readTogether(List<Statement> statements) {
        return with(connection -> {
            var begun = send(connection, BEGIN_READING);
            var results = runLast(connection, Future.succeededFuture(statements));
            return begun.compose(ignored -> results);
        });
    }

    /**
     * Like {@link #readTogether(List)}, with statements that depend on the result of the first one, in two round trips.
     */
    public final Future<List<RowSet<Row>>> readTogether(
            Statement first, Function<RowSet<Row>, List<Statement>> others) {
        return with(connection -> {
            var begun = send(connection, BEGIN_READING);
            var rows = run(connection, first);
            return begun.compose(ignored -> rows)
                    .map(others)
                    .transform(statements -> runLast(connection, statements))
                    .map(found -> Stream.concat(Stream.of(rows.result()), found.stream())
                            .toList());
        });
    }

    /**
     * Reads the rows of a statement, some at a time, in one snapshot that lasts as long as the steps with the cursor.
     */
    public final <T> Future<T> withCursor(Statement statement, Function<Cursor, Future<T>> steps) {
        return with(connection -> send(connection, BEGIN_READING)
                .compose(begun -> connection.prepare(statement.sql()))
                .map(prepared -> prepared.cursor(statement.arguments()))
                .compose(steps)
                .eventually(() -> send(connection, "COMMIT")));
    }

    /** Runs statements and ends the transaction, which PostgreSQL does without another round trip. */
    private static Future<List<RowSet<Row>>> runLast(
            SqlConnection connection, AsyncResult<List<Statement>> statements) {
        var results = statements.succeeded()
                ? run(connection, statements.result())
                : Future.<List<RowSet<Row>>>failedFuture(statements.cause());
        // After a failed statement PostgreSQL turns this into a ROLLBACK.
        var ended = send(connection, "COMMIT");
        return results.eventually(() -> ended);
    }

    private static Future<RowSet<Row>> send(SqlConnection connection, String sql) {
        return connection.query(sql).execute();
    }

    /** Runs statements one after the other without waiting for each result, in one round trip. */
    public static Future<List<RowSet<Row>>> run(SqlConnection connection, List<Statement> statements) {
        List<Future<RowSet<Row>>> results = new ArrayList<>();
        statements.forEach(statement -> results.add(run(connection, statement)));
        return Future.join(results).map(joined -> joined.<RowSet<Row>>list());
    }

    public static Future<RowSet<Row>> run(SqlConnection connection, Statement statement) {
        return connection.preparedQuery(statement.sql()).execute(statement.arguments());
    }

    /** Runs steps of a transaction that are undone if they fail; it continues then, but can no longer be committed. */
    public static <T> Future<T> undoable(SqlConnection transaction, Supplier<Future<T>> steps) {
        // Not awaited: the steps are sent immediately after the savepoint.
        var begun = send(transaction, "SAVEPOINT undoable_steps");
        var result = Future.succeededFuture().compose(sent -> steps.get());
        return begun.compose(saved -> result)
                .compose(
                        done -> send(transaction, "RELEASE SAVEPOINT undoable_steps")
                                .map(done),
                        failure -> send(
                                        transaction,
                                        "ROLLBACK TO SAVEPOINT undoable_steps; RELEASE SAVEPOINT undoable_steps")
                                .transform(undone -> Future.failedFuture(DatabaseFailures.withoutEffect(failure))));
    }

    /** What a function makes of each row. */
    public static <T> List<T> list(RowSet<Row> rows, Function<Row, T> reader) {
        return StreamSupport.stream(rows.spliterator(), false).map(reader).toList();
    }

    public static Optional<Row> first(RowSet<Row> rows) {
        return rows.size() == 0 ? Optional.empty() : Optional.of(rows.iterator().next());
    }
}
