package dev.registrar.resource.store;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A verticle's connections to PostgreSQL. */
public final class Database {
    /** Longer SQL is silently not cached; the client's own limit of 2,048 is below a page with filters. */
    private static final int CACHED_SQL_LENGTH = 16_384;

    private final Connections connections;

    private Database(Connections connections) {
        this.connections = connections;
    }

    /** Where statements run: on any connection of a pool, or all in one transaction. */
    private interface Connections {
        <T> Future<T> with(Function<SqlConnection, Future<T>> steps);

        <T> Future<T> inTransaction(Function<SqlConnection, Future<T>> steps);
    }

    private record OfPool(Pool pool) implements Connections {
        @Override
        public <T> Future<T> with(Function<SqlConnection, Future<T>> steps) {
            return pool.withConnection(steps);
        }

        @Override
        public <T> Future<T> inTransaction(Function<SqlConnection, Future<T>> steps) {
            return pool.withTransaction(steps);
        }
    }

    /** What fails here is undone, and the transaction goes on as it was before: it can still be asked why. */
    private record OfTransaction(SqlConnection transaction) implements Connections {
        @Override
        public <T> Future<T> with(Function<SqlConnection, Future<T>> steps) {
            // Nobody waits for the savepoint: the steps are sent right behind it.
            var saved = transaction.query("SAVEPOINT before_steps").execute();
            var result = steps.apply(transaction);
            return saved.compose(ignored -> result).recover(this::undo);
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

    /** A database whose statements all belong to a transaction: none of them waits for another connection. */
    static Database within(SqlConnection transaction) {
        return new Database(new OfTransaction(transaction));
    }

    /** Opens a pool. No connection is made before the first statement; the pool closes with the verticle that opens it. */
    public static Database open(Vertx vertx, DatabaseSettings settings) {
        var connect = PgConnectOptions.fromUri(settings.uri())
                .setCachePreparedStatements(true)
                .setPreparedStatementCacheSqlLimit(CACHED_SQL_LENGTH)
                .addProperty(
                        "statement_timeout",
                        Long.toString(settings.statementTimeout().toMillis()))
                .addProperty(
                        "lock_timeout", Long.toString(settings.lockTimeout().toMillis()))
                .addProperty("application_name", "registrar");
        var pool = new PoolOptions()
                .setMaxSize(settings.poolSize())
                .setMaxWaitQueueSize(settings.maxWaitQueue())
                .setConnectionTimeout((int) settings.maxWait().toMillis())
                .setConnectionTimeoutUnit(TimeUnit.MILLISECONDS);
        return new Database(new OfPool(
                PgBuilder.pool().with(pool).connectingTo(connect).using(vertx).build()));
    }

    /** Runs one statement, in a transaction of its own. */
    public Future<RowSet<Row>> run(Statement statement) {
        return connections.with(connection -> run(connection, statement));
    }

    /**
     * Reads with several statements that see one snapshot. All of them, and the transaction around them, travel in one
     * round trip.
     */
    Future<List<RowSet<Row>>> readTogether(List<Statement> statements) {
        return connections.with(connection -> {
            var begun = connection
                    .query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
                    .execute();
            var results = run(connection, statements);
            // After a failed statement PostgreSQL turns this into a ROLLBACK.
            var committed = connection.query("COMMIT").execute();
            return begun.compose(ignored -> results).eventually(() -> committed);
        });
    }

    /** Runs steps in a transaction: committed when the future succeeds, rolled back when it fails. */
    public <T> Future<T> inTransaction(Function<SqlConnection, Future<T>> steps) {
        return connections.inTransaction(steps);
    }

    /** Runs statements one after the other without waiting for each answer: one round trip. */
    public static Future<List<RowSet<Row>>> run(SqlConnection connection, List<Statement> statements) {
        List<Future<RowSet<Row>>> results = new ArrayList<>();
        statements.forEach(statement -> results.add(run(connection, statement)));
        return Future.join(results).map(joined -> joined.<RowSet<Row>>list());
    }

    /** Runs one statement on a connection. */
    public static Future<RowSet<Row>> run(SqlConnection connection, Statement statement) {
        return connection.preparedQuery(statement.sql()).execute(statement.arguments());
    }

    /** The first row, if there is one. */
    public static Optional<Row> first(RowSet<Row> rows) {
        return rows.size() == 0 ? Optional.empty() : Optional.of(rows.iterator().next());
    }
}
