package dev.registrar.resource.database.failure;

import static dev.registrar.resource.error.ErrorCode.DUPLICATE;
import static dev.registrar.resource.error.ErrorCode.INVALID_VALUE;
import static dev.registrar.resource.error.ErrorCode.SERVICE_UNAVAILABLE;
import static dev.registrar.resource.error.ErrorCode.STILL_REFERENCED;

import dev.registrar.resource.error.JsonApiError;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.type.ResourceType;
import io.vertx.core.VertxException;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.ClosedConnectionException;
import java.io.IOException;
import java.net.ConnectException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;

/**
 * Converts failures of the database into errors for clients. A failure that neither the client nor the database has
 * caused is our own defect, and stays unchanged.
 */
public final class DatabaseFailures {
    private static final String UNIQUE_VIOLATION = "23505";
    private static final String FOREIGN_KEY_VIOLATION = "23503";
    private static final String CHECK_VIOLATION = "23514";
    private static final String TOO_LATE = "The database did not complete the request in time; try again.";
    private static final String TOO_LATE_UNCHANGED =
            "The database did not complete the request in time, and nothing was changed; try again.";
    private static final String LOCKED =
            "Another transaction has locked what the request needs, and did not end in time; try again.";
    private static final String NO_CONNECTION = "No connection to the database was free in time; try again.";

    /** The error detail for a change that was not started. */
    private static final String NOTHING_CHANGED =
            "No connection to the database was free in time, and nothing was changed; try again.";

    private static final String AWAY = "The database cannot be reached now; try again.";
    private static final String AWAY_UNCHANGED =
            "The database cannot be reached now, and nothing was changed; try again.";
    private static final String UNUSABLE = "The database cannot be used now; try again.";
    private static final String UNUSABLE_UNCHANGED =
            "The database cannot be used now, and nothing was changed; try again.";

    private static final String COUNT_TOO_LATE =
            "What matches could not be found and counted in time; search for something that is less frequent.";

    /** The error detail for a change that may or may not have been made. */
    private static final String UNKNOWN_OUTCOME =
            "The database did not respond, and your change may or may not have been made; see whether it was before you"
                    + " repeat it.";

    /** The client fails with nothing but a message when no connection is free in time, or when one has just closed. */
    public static final String WAIT_IS_OVER = "Timeout";

    /** Likewise, when the pool closes with its verticle or its node. */
    private static final String CLOSED = "Pool closed";

    private static final Set<String> AWAY_MESSAGES =
            Set.of("Connection is not active now", "Pending requests failed to be sent");

    private DatabaseFailures() {}

    /** Converts the failure of a request for this type. */
    public static Throwable explain(ResourceType type, Throwable failure) {
        if (causeOf(failure) instanceof PgException error) {
            return explainError(type, error);
        }
        if (isNotStarted(failure)) {
            return unavailable(NO_CONNECTION);
        }
        if (isLate(failure)) {
            return unavailable(TOO_LATE);
        }
        return isAway(failure) ? unavailable(AWAY) : failure;
    }

    /** Like {@link #explain}, for a page with a count of the resources that match filters. */
    public static Throwable explainCount(ResourceType type, Throwable failure) {
        return failure instanceof PgException error && SqlStates.isStatementTimeout(error)
                ? unavailable(COUNT_TOO_LATE)
                : explain(type, failure);
    }

    /**
     * Like {@link #explain}, for a change: it may have been made if its connection or its session has ended, unless that is
     * {@link #withoutEffect}.
     */
    public static Throwable explainChange(ResourceType type, Throwable failure) {
        if (isNotStarted(failure)) {
            return unavailable(NOTHING_CHANGED);
        }
        if (isLoss(failure)) {
            return unavailable(UNKNOWN_OUTCOME);
        }
        if (causeOf(failure) instanceof PgException error) {
            return SqlStates.isOutage(error) ? unavailable(UNUSABLE_UNCHANGED) : explainError(type, error);
        }
        if (isLate(failure)) {
            return unavailable(TOO_LATE_UNCHANGED);
        }
        return isAway(failure) ? unavailable(AWAY_UNCHANGED) : failure;
    }

    /**
     * Marks the failure of something that cannot have taken effect: no connection was there, or PostgreSQL had not been told to
     * commit. So a lost connection leaves nothing uncertain.
     */
    public static Throwable withoutEffect(Throwable failure) {
        return isLoss(failure) ? new NoEffectException(failure) : failure;
    }

    /** Explains why a connection has closed, if that is all that is known: PostgreSQL ends what takes too long. */
    public static Throwable late(Throwable failure) {
        if (!isClosed(causeOf(failure))) {
            return failure;
        }
        var late = new LateTransactionException();
        return failure instanceof NoEffectException ? new NoEffectException(late) : late;
    }

    /** Whether PostgreSQL has ended a transaction, and its connection, because it took too long. */
    static boolean isLate(Throwable failure) {
        return causeOf(failure) instanceof LateTransactionException
                || (causeOf(failure) instanceof PgException error && SqlStates.isTransactionTimeout(error));
    }

    private static Throwable causeOf(Throwable failure) {
        return failure instanceof NoEffectException ? failure.getCause() : failure;
    }

    private static boolean isLoss(Throwable failure) {
        return (failure instanceof PgException error && SqlStates.isOfSession(error))
                || failure instanceof LateTransactionException
                || isClosed(failure);
    }

    /** Whether a connection was closed while it was used. */
    private static boolean isClosed(Throwable failure) {
        return failure instanceof ClosedConnectionException
                || (failure instanceof IOException && !(failure instanceof ConnectException));
    }

    private static JsonApiException unavailable(String detail) {
        return SERVICE_UNAVAILABLE.because(detail).asException();
    }

    private static Throwable explainError(ResourceType type, PgException error) {
        if (SqlStates.isLockTimeout(error)) {
            return unavailable(LOCKED);
        }
        if (SqlStates.isContention(error)) {
            return unavailable(TOO_LATE);
        }
        if (SqlStates.isOutage(error)) {
            return unavailable(UNUSABLE);
        }
        return switch (error.getSqlState()) {
            case UNIQUE_VIOLATION ->
                violation(type, error, DUPLICATE.because("A value that must be unique is already in use."));
            case FOREIGN_KEY_VIOLATION ->
                violation(
                        type,
                        error,
                        STILL_REFERENCED.because("This cannot be deleted while %s refer to it; delete those first."
                                .formatted(error.getTable().replace('_', ' '))));
            case CHECK_VIOLATION -> violation(type, error, INVALID_VALUE.because("A value is not allowed."));
            default -> error;
        };
    }

    private static JsonApiException violation(ResourceType type, PgException error, JsonApiError otherwise) {
        return new JsonApiException(type.errorFor(error.getConstraint()).orElse(otherwise));
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

    private static boolean isAway(Throwable failure) {
        return failure instanceof IOException
                || failure instanceof VertxException
                || AWAY_MESSAGES.stream()
                        .anyMatch(
                                message -> String.valueOf(failure.getMessage()).startsWith(message));
    }

    /** Whether a statement is the cause, and not the database, and PostgreSQL has undone its transaction for sure. */
    public static boolean isUndone(Throwable failure) {
        return failure instanceof PgException error && !isOutage(error) && !SqlStates.isOfSession(error);
    }

    /** Whether nothing was sent to the database: no connection was free before its or the request's time, or the pool, ended. */
    public static boolean isNotStarted(Throwable failure) {
        return isBusy(failure) || failure instanceof TimeoutException || isEnd(failure);
    }

    /** Whether the pool has closed, as at every stop: nothing is wrong. */
    static boolean isEnd(Throwable failure) {
        return CLOSED.equals(failure.getMessage());
    }

    /** Whether all connections were in use for too long, or too many requests were waiting for one. */
    static boolean isBusy(Throwable failure) {
        return isWaitOver(failure) || failure instanceof ConnectionPoolTooBusyException;
    }

    /** Whether another transaction kept a lock for too long, also if the failure is already that of the request. */
    public static boolean isLocked(Throwable failure) {
        return failure instanceof PgException error
                ? SqlStates.isLockTimeout(error)
                : LOCKED.equals(failure.getMessage());
    }

    /** Whether no connection was free in time. */
    public static boolean isWaitOver(Throwable failure) {
        return WAIT_IS_OVER.equals(failure.getMessage());
    }
}
