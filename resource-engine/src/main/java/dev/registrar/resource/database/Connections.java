package dev.registrar.resource.database;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.util.function.Function;

/** Runs statements: each on any connection of a pool, or all in one transaction. */
interface Connections {
    /** Runs steps on one connection. */
    <T> Future<T> with(Function<SqlConnection, Future<T>> steps);

    /** Runs one statement, perhaps in one transaction with others, which do not affect whether it succeeds. */
    Future<RowSet<Row>> runInGroup(Statement statement);

    /** The same connections for other work: its steps must end by its deadline, and have no effect after it. */
    Connections of(Work work);

    /** Runs steps that take effect together when the future succeeds, or not at all. */
    <T> Future<T> inTransaction(Function<SqlConnection, Future<T>> steps);
}
