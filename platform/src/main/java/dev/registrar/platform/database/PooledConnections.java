package dev.registrar.platform.database;

import static dev.registrar.platform.settings.TimeLimits.DATABASE_TRANSIT;

import dev.registrar.platform.operations.NodeMetrics;
import dev.registrar.platform.settings.TimeLimits;
import dev.registrar.platform.time.Deadline;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.shareddata.Shareable;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * The connections of a pool. Every wait is bounded: a connection that becomes silent, as after a failover or behind a
 * firewall, is closed, and the pool opens another one. PostgreSQL does the same on its side, so that nothing stays
 * locked.
 */
final class PooledConnections {
    /** Longer SQL is silently not cached; the client's default of 2,048 is less than a page with filters needs. */
    private static final int CACHED_SQL_LENGTH = 16_384;

    private static final int PROBES = 5;
    private static final String LIMITS = "SET statement_timeout = %s; SET transaction_timeout = %s";
    private static final String DEFAULT_LIMITS = "RESET statement_timeout; RESET transaction_timeout";

    private final Vertx vertx;
    private final io.vertx.sqlclient.Pool pool;
    private final TimeLimits limits;
    private final PooledSockets sockets;
    private final OutageLog outages;
    private final PoolMeters meters;

    private PooledConnections(Vertx vertx, DatabaseSettings settings, TimeLimits limits, Pool kind) {
        this.vertx = vertx;
        this.limits = kind.limits(limits);
        outages = OutageLog.of(vertx);
        var size = kind.connections(settings);
        meters = new PoolMeters(NodeMetrics.of(vertx), kind, size);
        sockets = PooledSockets.closedWith(vertx);
        pool = PgBuilder.pool()
                .with(poolOptions(settings, limits).setMaxSize(size).setName(kind.name()))
                .connectingTo(connectOptions(settings.uri(), limits, kind))
                .withConnectHandler(this::addToPool)
                .using(vertx)
                .build();
    }

    /**
     * Opens a pool, if no verticle of the node has done so and it is shared. It closes with the calling verticle; a
     * shared one closes with the node. Completes when a statement has run on it.
     */
    static Future<PooledConnections> open(Vertx vertx, DatabaseSettings settings, TimeLimits limits, Pool kind) {
        return kind.isShared()
                ? openShared(vertx, new Key(kind, settings, limits))
                : new PooledConnections(vertx, settings, limits, kind).opened();
    }

    /** What verticles must agree on to share a pool. */
    private record Key(Pool kind, DatabaseSettings settings, TimeLimits limits) implements Shareable {}

    private record Opening(Future<PooledConnections> connections) implements Shareable {}

    private static Future<PooledConnections> openShared(Vertx vertx, Key key) {
        var pools = vertx.sharedData().<Key, Opening>getLocalMap(PooledConnections.class.getName());
        var shared = pools.computeIfAbsent(key, first -> new Opening(openForNode(vertx, key)));
        shared.connections().onFailure(failure -> pools.removeIfPresent(key, shared));
        return Future.fromCompletionStage(shared.connections().toCompletionStage(), vertx.getOrCreateContext());
    }

    /** Opens a pool outside the calling verticle, with which it would close. */
    private static Future<PooledConnections> openForNode(Vertx vertx, Key key) {
        var opened = Promise.<PooledConnections>promise();
        PooledSockets.contextOfNode(vertx)
                .runOnContext(outside -> new PooledConnections(vertx, key.settings(), key.limits(), key.kind())
                        .opened()
                        .onComplete(opened));
        return opened.future();
    }

    private Future<PooledConnections> opened() {
        return probe(PROBES).map(this);
    }

    /** The first connection may take longer than a request would wait. The caller reports why it fails. */
    private Future<RowSet<Row>> probe(int attempts) {
        return withConnection(
                        CallContext.inBackground(limits),
                        connection -> connection.query("SELECT true").execute())
                .recover(failure -> attempts > 1 && DatabaseFailures.isWaitOver(failure)
                        ? probe(attempts - 1)
                        : Future.failedFuture(failure));
    }

    private static PoolOptions poolOptions(DatabaseSettings settings, TimeLimits limits) {
        return new PoolOptions()
                .setMaxWaitQueueSize(settings.maxWaitQueue())
                .setConnectionTimeout((int) limits.connection().toMillis())
                .setConnectionTimeoutUnit(TimeUnit.MILLISECONDS);
    }

    private static PgConnectOptions connectOptions(DatabaseUri uri, TimeLimits configured, Pool kind) {
        var limit = (int) configured.silence().toMillis();
        var limits = kind.limits(configured);
        var options = uri.connectOptions();
        options.setConnectTimeout(limit).setReadIdleTimeout(limit).setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
        options.setCachePreparedStatements(true)
                .setPreparedStatementCacheSqlLimit(CACHED_SQL_LENGTH)
                .addProperty("application_name", "registrar")
                .addProperty("statement_timeout", millis(limits.statement()))
                .addProperty("transaction_timeout", millis(limits.transaction()))
                .addProperty("lock_timeout", millis(limits.lock()))
                .addProperty("idle_in_transaction_session_timeout", millis(limits.silence()));
        kind.parameters().forEach(options::addProperty);
        return options;
    }

    private static String millis(Duration duration) {
        return Long.toString(duration.toMillis());
    }

    private void addToPool(SqlConnection made) {
        sockets.add(made);
        var unused = release(made);
    }

    private Future<Void> release(SqlConnection connection) {
        sockets.giveBackToPool(connection);
        return connection.close();
    }

    /**
     * Runs steps that must end by a deadline; otherwise their connection is closed, and they and all further steps
     * fail. PostgreSQL gives up first, so that nothing has an effect after the deadline. If nobody waits for the result
     * any more, steps are not begun; those in progress end by themselves, and only their result is dropped.
     */
    <T> Future<T> with(CallContext context, Function<SqlConnection, Future<T>> steps) {
        var wait = Promise.<Void>promise();
        measureWait(wait.future());
        return with(context, wait, steps);
    }

    /**
     * Like {@link #with(CallContext, Function)}, for a request whose wait is measured already; it ends when the steps
     * begin.
     */
    <T> Future<T> with(CallContext context, Promise<Void> wait, Function<SqlConnection, Future<T>> steps) {
        return context.unlessCancelled(withConnection(context, connection -> {
                            wait.tryComplete();
                            return steps.apply(connection);
                        })
                        .onSuccess(done -> outages.recordSuccess())
                        .onFailure(this::logOutage))
                .onFailure(wait::tryFail);
    }

    /** Measures that a request waits for its turn, or for a connection that another request waits for, too. */
    void measureWait(Future<Void> turn) {
        var unused = meters.waitFor(turn).onFailure(this::logOutage);
    }

    Duration longestWait(CallContext context) {
        return Collections.min(List.of(context.deadline().get().left(), limits.connection()));
    }

    /** Whoever waits for a lock logs when it gives up. */
    private void logOutage(Throwable failure) {
        if (!sockets.areClosing() && !DatabaseFailures.isLocked(failure)) {
            outages.log(failure);
        }
    }

    /**
     * Nothing is sent on a connection that was closed or given up while it was idle. It is kept while another one is
     * used, or the pool would offer it again until its end is noticed.
     */
    private <T> Future<T> withConnection(CallContext context, Function<SqlConnection, Future<T>> steps) {
        var deadline = context.deadline().get();
        return acquire(deadline)
                .compose(
                        connection -> sockets.takeFromPool(connection)
                                ? use(connection, context, deadline, steps)
                                : withConnection(context, steps).eventually(() -> connection.close()),
                        failure -> Future.failedFuture(DatabaseFailures.withoutEffect(failure)));
    }

    private <T> Future<T> use(
            SqlConnection connection,
            CallContext context,
            Deadline deadline,
            Function<SqlConnection, Future<T>> steps) {
        // A statement that fails says why; without a handler, the client also prints a stack trace.
        connection.exceptionHandler(reported -> {});
        var left = Collections.min(List.of(deadline.left(), limits.silence()));
        var begin = System.nanoTime();
        var result = run(connection, left, steps);
        giveUpIfSilent(connection, result, left);
        return meters.use(context, result)
                .onFailure(failure -> giveUpUnusable(connection, failure))
                .recover(failure -> Future.failedFuture(
                        explain(failure, Duration.ofNanos(System.nanoTime() - begin), transactionLimit(left))))
                .eventually(() -> release(connection));
    }

    /** Returns a connection that arrives too late to the pool. */
    private Future<SqlConnection> acquire(Deadline deadline) {
        var acquired = pool.getConnection();
        return deadline.bound(acquired)
                .onFailure(late -> acquired.onSuccess(connection -> {
                    var unused = release(connection);
                }));
    }

    private <T> Future<T> run(SqlConnection connection, Duration left, Function<SqlConnection, Future<T>> steps) {
        var begun = Future.succeededFuture(connection);
        if (left.compareTo(limits.transaction().plus(DATABASE_TRANSIT)) >= 0) {
            return begun.compose(steps);
        }
        var limit = left.minus(DATABASE_TRANSIT).toMillis();
        if (limit <= 0) {
            return Future.failedFuture(DatabaseFailures.notStarted("No time is left for the request"));
        }
        send(connection, LIMITS.formatted(limit, transactionLimit(left).toMillis()));
        return begun.compose(steps).onComplete(over -> send(connection, DEFAULT_LIMITS));
    }

    /** How long PostgreSQL works on a transaction, if so much time is left for it. */
    private Duration transactionLimit(Duration left) {
        return Collections.min(List.of(limits.transaction(), left.minus(DATABASE_TRANSIT.dividedBy(2))));
    }

    /** The client reports only that the connection is closed, and not that PostgreSQL has said why. */
    private static Throwable explain(Throwable failure, Duration taken, Duration limit) {
        return taken.compareTo(limit) >= 0 ? DatabaseFailures.late(failure) : failure;
    }

    /** Does not wait for the result: the next statements are sent immediately after this one. */
    static void send(SqlConnection connection, String sql) {
        var unused = connection.query(sql).execute();
    }

    /**
     * Bounds the wait for PostgreSQL. An event loop that was busy runs its timers late, and before it reads what has
     * arrived meanwhile. So it gets as much time again as it is late, to read replies that have arrived in time and
     * take the next steps.
     */
    private void giveUpIfSilent(SqlConnection connection, Future<?> result, Duration limit) {
        var due = System.nanoTime() + limit.toNanos();
        var timer = vertx.setTimer(
                Math.max(1, limit.toMillis()),
                late -> vertx.setTimer(
                        Math.max(1, Duration.ofNanos(System.nanoTime() - due).toMillis()), over -> {
                            if (!result.isComplete()) {
                                outages.logSilence();
                                sockets.giveUp(connection);
                            }
                        }));
        result.onComplete(over -> vertx.cancelTimer(timer));
    }

    private void giveUpUnusable(SqlConnection connection, Throwable failure) {
        if (failure instanceof PgException error && SqlStates.isOfConnection(error)) {
            sockets.giveUp(connection);
        }
    }
}
