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

/** Tells what a failure of the database means: a client's mistake, a database that is away, or (unchanged) our mistake. */
public final class DatabaseFailures {
    private static final String UNIQUE_VIOLATION = "23505";
    private static final String FOREIGN_KEY_VIOLATION = "23503";
    private static final String CHECK_VIOLATION = "23514";
    private static final String TOO_LATE = "The database did not complete the request in time; try again.";

    /** What a client is told of a change that may have been made or not. */
    private static final String UNKNOWN_OUTCOME =
            "The database did not respond: the change may have been made or not. Repeat it with the same Idempotency-Key;"
                    + " without one, read before you repeat it.";

    /** The client fails with bare messages when no connection is free in time, or when one has just closed. */
    private static final String WAIT_IS_OVER = "Timeout";

    private static final Set<String> AWAY_MESSAGES =
            Set.of(WAIT_IS_OVER, "Connection is not active now", "Pending requests failed to be sent");

    private DatabaseFailures() {}

    /** The failure to answer a request on this type with. */
    public static Throwable explain(ResourceType type, Throwable failure) {
        if (failure instanceof PgException refused) {
            return explainRefusal(type, refused);
        }
        if (failure instanceof TimeoutException) {
            return unavailable(TOO_LATE);
        }
        return isAway(failure) ? unavailable("The database cannot be reached now; try again.") : failure;
    }

    /** As {@link #explain}, of a change: a connection that is lost may have been asked to make it. */
    public static Throwable explainChange(ResourceType type, Throwable failure) {
        return isLoss(failure) ? unavailable(UNKNOWN_OUTCOME) : explain(type, failure);
    }

    private static boolean isLoss(Throwable failure) {
        return failure instanceof ClosedConnectionException
                || (failure instanceof IOException && !(failure instanceof ConnectException));
    }

    private static JsonApiException unavailable(String detail) {
        return SERVICE_UNAVAILABLE.because(detail).asException();
    }

    private static Throwable explainRefusal(ResourceType type, PgException refused) {
        if (SqlStates.isContention(refused)) {
            return unavailable(TOO_LATE);
        }
        if (SqlStates.isOutage(refused)) {
            return unavailable("The database cannot be used now; try again.");
        }
        return switch (refused.getSqlState()) {
            case UNIQUE_VIOLATION -> fault(type, refused, DUPLICATE.because("A value that must be unique is taken."));
            case FOREIGN_KEY_VIOLATION ->
                fault(
                        type,
                        refused,
                        STILL_REFERENCED.because(
                                "Other resources refer to this %s resource; delete them first.".formatted(type)));
            case CHECK_VIOLATION -> fault(type, refused, INVALID_VALUE.because("A value is not allowed."));
            default -> refused;
        };
    }

    private static JsonApiException fault(ResourceType type, PgException refused, JsonApiError otherwise) {
        return new JsonApiException(type.errorFor(refused.getConstraint()).orElse(otherwise));
    }

    /** Whether the database is the cause, and not the statement: {@link OutageLog} tells of that. */
    static boolean isOutage(Throwable failure) {
        return failure instanceof PgException refused ? SqlStates.isOutage(refused) : isAway(failure);
    }

    /** What PostgreSQL said, if it said anything. */
    static Optional<String> sqlStateOf(Throwable failure) {
        return failure instanceof PgException refused ? Optional.of(refused.getSqlState()) : Optional.empty();
    }

    private static boolean isAway(Throwable failure) {
        return failure instanceof IOException
                || failure instanceof VertxException
                || AWAY_MESSAGES.stream()
                        .anyMatch(
                                message -> String.valueOf(failure.getMessage()).startsWith(message));
    }

    /** Whether all connections were in use for too long, or too many requests were waiting for one. */
    static boolean isBusy(Throwable failure) {
        return isWaitOver(failure) || failure instanceof ConnectionPoolTooBusyException;
    }

    /** Whether no connection was there in time. */
    public static boolean isWaitOver(Throwable failure) {
        return WAIT_IS_OVER.equals(failure.getMessage());
    }
}
