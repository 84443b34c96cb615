package dev.registrar.resource.store;

import static dev.registrar.resource.error.ErrorCode.DUPLICATE;
import static dev.registrar.resource.error.ErrorCode.INVALID_VALUE;
import static dev.registrar.resource.error.ErrorCode.OVERLOADED;
import static dev.registrar.resource.error.ErrorCode.SERVICE_UNAVAILABLE;
import static dev.registrar.resource.error.ErrorCode.STILL_REFERENCED;

import dev.registrar.platform.database.DatabaseFailures;
import dev.registrar.platform.database.SqlStates;
import dev.registrar.resource.error.JsonApiError;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.type.ResourceType;
import io.vertx.pgclient.PgException;

/**
 * Explains failures of the database to clients. A failure that neither the client nor the database has caused is our
 * own defect, and stays unchanged.
 */
public final class DatabaseErrors {
    private static final String UNIQUE_VIOLATION = "23505";
    private static final String FOREIGN_KEY_VIOLATION = "23503";
    private static final String CHECK_VIOLATION = "23514";
    private static final String TOO_MANY_SCANS =
            "Too many searches at the same time; try again in a second, or search by an identifier.";
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

    private DatabaseErrors() {}

    /** Converts the failure of a request for this type. */
    public static Throwable explain(ResourceType type, Throwable failure) {
        if (DatabaseFailures.isTooManyScans(failure)) {
            return OVERLOADED.because(TOO_MANY_SCANS).asException();
        }
        if (DatabaseFailures.causeOf(failure) instanceof PgException error) {
            return explainError(type, error);
        }
        if (DatabaseFailures.isNotStarted(failure)) {
            return unavailable(NO_CONNECTION);
        }
        if (DatabaseFailures.isLate(failure)) {
            return unavailable(TOO_LATE);
        }
        return DatabaseFailures.isAway(failure) ? unavailable(AWAY) : failure;
    }

    /** Like {@link #explain}, for a page with a count of the resources that match filters. */
    static Throwable explainCount(ResourceType type, Throwable failure) {
        return failure instanceof PgException error && SqlStates.isStatementTimeout(error)
                ? unavailable(COUNT_TOO_LATE)
                : explain(type, failure);
    }

    /**
     * Like {@link #explain}, for a change: it may have been made if its connection or its session has ended, unless
     * that is {@link DatabaseFailures#withoutEffect}.
     */
    public static Throwable explainChange(ResourceType type, Throwable failure) {
        if (DatabaseFailures.isNotStarted(failure)) {
            return unavailable(NOTHING_CHANGED);
        }
        if (DatabaseFailures.isLoss(failure)) {
            return unavailable(UNKNOWN_OUTCOME);
        }
        if (DatabaseFailures.causeOf(failure) instanceof PgException error) {
            return SqlStates.isOutage(error) ? unavailable(UNUSABLE_UNCHANGED) : explainError(type, error);
        }
        if (DatabaseFailures.isLate(failure)) {
            return unavailable(TOO_LATE_UNCHANGED);
        }
        return DatabaseFailures.isAway(failure) ? unavailable(AWAY_UNCHANGED) : failure;
    }

    private static JsonApiException unavailable(String detail) {
        return SERVICE_UNAVAILABLE.because(detail).asException();
    }

    private static Throwable explainError(ResourceType type, PgException error) {
        if (SqlStates.isLockTimeout(error)) {
            // A change within a transaction is explained before the transaction can wait for the lock.
            return new JsonApiException(SERVICE_UNAVAILABLE.because(LOCKED), error);
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
}
