package dev.registrar.resource.database;

import dev.registrar.resource.time.Deadline;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.function.Function;

/** Where statements run: on any connection of a pool, or all in one transaction. */
interface Connections {
    <T> Future<T> with(Function<SqlConnection, Future<T>> steps);

    /** The same ones for steps that must be over by then: later they have no effect. */
    Connections until(Deadline deadline);

    /** Runs steps that take effect together: when the future succeeds, or not at all. */
    <T> Future<T> inTransaction(Function<SqlConnection, Future<T>> steps);
}
