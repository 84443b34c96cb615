package dev.registrar.resource.database;

import dev.registrar.resource.concurrency.FairQueue;
import dev.registrar.resource.database.server.DatabaseSettings;
import dev.registrar.resource.settings.TimeLimits;
import dev.registrar.resource.start.StartException;
import dev.registrar.resource.start.StartFailure;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Connections to PostgreSQL for one purpose. */
public final class Database {
    private final Connections connections;

    private Database(Connections connections) {
        this.connections = connections;
    }

    /** A database whose statements all run in a transaction, so that none of them waits for another connection. */
    public static Database within(SqlConnection transaction) {
        return new Database(new TransactionSteps(transaction));
    }

    /**
     * Opens the connections of a verticle for a purpose. They close with the verticle or, if the verticles of a node share
     * them, with the node.
     *
     * @return completes when a statement has run on a connection; fails with a sentence for operators when that is
     *     impossible
     */
    public static Future<Database> open(Vertx vertx, DatabaseSettings settings, TimeLimits limits, Purpose purpose) {
        Supplier<Future<PooledConnections>> opening = () -> PooledConnections.open(
                vertx,
                settings,
                limits,
                purpose.name(),
                purpose.connections(settings.poolSize()),
                purpose.parameters());
        var opened = purpose.isShared()
                ? SharedConnections.of(vertx, new SharedConnections.Key(purpose, settings, limits), opening)
                : opening.get();
        return use(vertx, opened, purpose.turns(vertx, settings), settings, limits);
    }

    /**
     * Opens a pool of this many connections; it closes with the verticle that opens it.
     *
     * @param parameters PostgreSQL parameters for each session
     */
    public static Future<Database> open(
            Vertx vertx,
            DatabaseSettings settings,
            TimeLimits limits,
            String name,
            int connections,
            Map<String, String> parameters) {
        return use(
                vertx,
                PooledConnections.open(vertx, settings, limits, name, connections, parameters),
                Purpose.turns(vertx, settings, connections),
                settings,
                limits);
    }

    private static Future<Database> use(
            Vertx vertx,
            Future<PooledConnections> opened,
            FairQueue turns,
            DatabaseSettings settings,
            TimeLimits limits) {
        return opened.map(pool -> new Database(new ConnectionsOfPool(
                        pool, turns, new LockWaits(vertx, limits.lock()), Work.inBackground(limits))))
                .recover(failure -> Future.failedFuture(new StartException(
                        StartFailure.DATABASE,
                        "%s cannot be used: %s".formatted(settings.uri(), failure.getMessage()),
                        failure)));
    }

    /** The same database for other work: nothing waits longer than its deadline, and nothing has an effect after it. */
    public Database of(Work work) {
        return new Database(connections.of(work));
    }

    /** Runs one statement in a separate transaction. */
    public Future<RowSet<Row>> run(Statement statement) {
        return connections.with(connection -> run(connection, statement));
    }

    /**
     * Runs one statement that reads or creates a single row, and succeeds or fails by itself. Under load, it shares a
     * transaction and a round trip with others that have the same SQL, so it costs less.
     */
    public Future<RowSet<Row>> runInGroup(Statement statement) {
        return connections.runInGroup(statement);
    }

    /**
     * Reads with several statements that see the same snapshot. All of them, and the transaction around them, take one
     * round trip.
     */
    public Future<List<RowSet<Row>>> readTogether(List<Statement> statements) {
        return connections.with(connection -> {
            var begun = beginReading(connection);
            var results = runLast(connection, Future.succeededFuture(statements));
            return begun.compose(ignored -> results);
        });
    }

    /** Like {@link #readTogether(List)}, with statements that depend on the result of the first one, in two round trips. */
    public Future<List<RowSet<Row>>> readTogether(Statement first, Function<RowSet<Row>, List<Statement>> others) {
        return connections.with(connection -> {
            var begun = beginReading(connection);
            var rows = run(connection, first);
            return begun.compose(ignored -> rows)
                    .map(others)
                    .transform(statements -> runLast(connection, statements))
                    .map(found -> withFirst(rows.result(), found));
        });
    }

    /** Runs statements and ends the transaction, which PostgreSQL does without another round trip. */
    private static Future<List<RowSet<Row>>> runLast(
            SqlConnection connection, AsyncResult<List<Statement>> statements) {
        var results = statements.succeeded()
                ? run(connection, statements.result())
                : Future.<List<RowSet<Row>>>failedFuture(statements.cause());
        var ended = endReading(connection);
        return results.eventually(() -> ended);
    }

    private static List<RowSet<Row>> withFirst(RowSet<Row> first, List<RowSet<Row>> others) {
        return Stream.concat(Stream.of(first), others.stream()).toList();
    }

    private static Future<RowSet<Row>> beginReading(SqlConnection connection) {
        return connection
                .query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
                .execute();
    }

    /** After a failed statement PostgreSQL turns this into a ROLLBACK. */
    private static Future<RowSet<Row>> endReading(SqlConnection connection) {
        return connection.query("COMMIT").execute();
    }

    /** Runs steps in a transaction: committed when the future succeeds, rolled back when it fails. */
    public <T> Future<T> inTransaction(Function<SqlConnection, Future<T>> steps) {
        return connections.inTransaction(steps);
    }

    /** Runs statements one after the other without waiting for each result, in one round trip. */
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
