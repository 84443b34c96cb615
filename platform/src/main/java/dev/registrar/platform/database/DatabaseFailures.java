package dev.registrar.platform.database;

import io.vertx.core.VertxException;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.ClosedConnectionException;
import java.io.IOException;
import java.net.ConnectException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;

/** Classifies failures of the database: what is the cause, and whether a change may have taken effect. */
public final class DatabaseFailures {
    /** The client fails with nothing but a message when no connection is free in time, or when one has just closed. */
    private static final String WAIT_IS_OVER = "Timeout";

    /** Likewise, when the pool closes with its verticle or its node. */
    private static final String CLOSED = "Pool closed";

    private static final Set<String> AWAY_MESSAGES =
            Set.of("Connection is not active now", "Pending requests failed to be sent");

    private static final String TOO_MANY_SCANS = "Too many scans wait for a connection";

    private DatabaseFailures() {}

    /** Nothing was sent to the database. */
    private static final class NotStartedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NotStartedException(String message) {
            super(message, null, false, false);
        }
    }

    /** PostgreSQL has ended a transaction that took too long, and its connection with it. */
    private static final class LateTransactionException extends VertxException {
        private static final long serialVersionUID = 1L;

        LateTransactionException() {
            super("PostgreSQL has ended a transaction that was not completed in time", true);
        }
    }

    /**
     * A loss of the connection or of the session, before which nothing can have taken effect: its cause, with its
     * message.
     */
    private static final class NoEffectException extends VertxException {
        private static final long serialVersionUID = 1L;

        NoEffectException(Throwable loss) {
            super(loss.getMessage(), loss, true);
        }
    }

    /** The failure of a request that waits in vain for its turn, like that of the pool. */
    static Exception waitIsOver() {
        return notStarted(WAIT_IS_OVER);
    }

    /** The failure of a request that has no time left, or whose result nobody waits for any more. */
    static Exception notStarted(String why) {
        return new NotStartedException(why);
    }

    /** The failure of a read that may scan all rows of a table when too many of them wait for a connection. */
    static Exception tooManyScans() {
        return notStarted(TOO_MANY_SCANS);
    }

    public static boolean isTooManyScans(Throwable failure) {
        return TOO_MANY_SCANS.equals(failure.getMessage());
    }

    /**
     * Marks the failure of something that cannot have taken effect: no connection was there, or PostgreSQL had not been
     * told to commit. So a lost connection leaves nothing uncertain.
     */
    public static Throwable withoutEffect(Throwable failure) {
        return isLoss(failure) ? new NoEffectException(failure) : failure;
    }

    /** Explains why a connection has closed, if that is all that is known: PostgreSQL ends what takes too long. */
    static Throwable late(Throwable failure) {
        if (!isClosed(causeOf(failure))) {
            return failure;
        }
        var late = new LateTransactionException();
        return failure instanceof NoEffectException ? new NoEffectException(late) : late;
    }

    /** Whether PostgreSQL has ended a transaction, and its connection, because it took too long. */
    public static boolean isLate(Throwable failure) {
        return causeOf(failure) instanceof LateTransactionException
                || (causeOf(failure) instanceof PgException error && SqlStates.isTransactionTimeout(error));
    }

    /** What was lost, if it is known that nothing has taken effect; otherwise the failure itself. */
    public static Throwable causeOf(Throwable failure) {
        return failure instanceof NoEffectException ? failure.getCause() : failure;
    }

    /** Whether the connection or the session has ended, perhaps just after a commit. */
    public static boolean isLoss(Throwable failure) {
        return (failure instanceof PgException error && SqlStates.isOfSession(error))
                || failure instanceof LateTransactionException
                || isClosed(failure);
    }

    /** Whether a connection was closed while it was used. */
    private static boolean isClosed(Throwable failure) {
        return failure instanceof ClosedConnectionException
                || (failure instanceof IOException && !(failure instanceof ConnectException));
    }

    /** Whether the database is the cause, and not the statement; {@link OutageLog} logs these. */
    static boolean isOutage(Throwable failure) {
        return causeOf(failure) instanceof PgException error
                ? SqlStates.isOutage(error)
                : isBusy(failure) || isAway(failure) || isEnd(failure);
    }

    /** The SQLSTATE, if PostgreSQL reported the failure. */
    static Optional<String> sqlStateOf(Throwable failure) {
        return causeOf(failure) instanceof PgException error ? Optional.of(error.getSqlState()) : Optional.empty();
    }

    /** Whether there is no connection, or it has just been lost. */
    public static boolean isAway(Throwable failure) {
        return failure instanceof IOException
                || failure instanceof VertxException
                || AWAY_MESSAGES.stream()
                        .anyMatch(
                                message -> String.valueOf(failure.getMessage()).startsWith(message));
    }

    /** Whether a statement is the cause, and not the database, and PostgreSQL has undone its transaction for sure. */
    static boolean isUndone(Throwable failure) {
        return failure instanceof PgException error && !isOutage(error) && !SqlStates.isOfSession(error);
    }

    /**
     * Whether nothing was sent to the database: no connection was free before its or the request's time, or the pool,
     * ended.
     */
    public static boolean isNotStarted(Throwable failure) {
        return isBusy(failure)
                || failure instanceof NotStartedException
                || failure instanceof TimeoutException
                || isEnd(failure);
    }

    /** Whether the pool has closed, as at every stop: nothing is wrong. */
    static boolean isEnd(Throwable failure) {
        return CLOSED.equals(failure.getMessage());
    }

    /** Whether all connections were in use for too long, or too many requests were waiting for one. */
    static boolean isBusy(Throwable failure) {
        return isWaitOver(failure) || failure instanceof ConnectionPoolTooBusyException;
    }

    /** Whether another transaction kept a lock for too long, also if that has been explained to the client already. */
    static boolean isLocked(Throwable failure) {
        return (failure instanceof PgException error && SqlStates.isLockTimeout(error))
                || (failure.getCause() instanceof PgException cause && SqlStates.isLockTimeout(cause));
    }

    /** Whether no connection was free in time. */
    static boolean isWaitOver(Throwable failure) {
        return WAIT_IS_OVER.equals(failure.getMessage());
    }
}
