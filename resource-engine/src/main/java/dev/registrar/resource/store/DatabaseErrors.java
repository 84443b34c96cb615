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
import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.PgException;
import java.util.Map;
import java.util.Optional;

/**
 * Explains failures of the database to clients. A failure that neither the client nor the database has caused is our
 * own defect, and stays unchanged.
 */
public final class DatabaseErrors {
    private static final String UNIQUE_VIOLATION = "23505";
    private static final String FOREIGN_KEY_VIOLATION = "23503";
    private static final String CHECK_VIOLATION = "23514";
    /** Raised by triggers: the message is the detail of the error, and the detail, a JSON object, its meta. */
    private static final String STATED_FOR_CLIENTS = "23R01";
    /** What follows the explanation of a failure: to a read, and to a change that cannot have taken effect. */
    private static final String TRY_AGAIN = "; try again.";

    private static final String NOTHING_CHANGED = ", and nothing was changed; try again.";

    private static final String TOO_LATE = "The database did not complete the request in time";

    private DatabaseErrors() {}

    public static Throwable explain(ResourceType type, Throwable failure) {
        return DatabaseFailures.isTooManyScans(failure)
                ? OVERLOADED
                        .because(
                                "Too many searches at the same time; try again in a second, or search by an identifier.")
                        .asException()
                : explain(type, failure, TRY_AGAIN);
    }

    /** Like {@link #explain}, for a page with a count of the resources that match filters. */
    static Throwable explainCount(ResourceType type, Throwable failure) {
        return failure instanceof PgException error && SqlStates.isStatementTimeout(error)
                ? unavailable(
                        "What matches could not be found and counted in time; search for something that is less frequent.")
                : explain(type, failure);
    }

    /**
     * Like {@link #explain}, for a change: it may have been made if its connection or its session has ended, unless
     * that is {@link DatabaseFailures#withoutEffect}.
     */
    public static Throwable explainChange(ResourceType type, Throwable failure) {
        return DatabaseFailures.isLoss(failure) && !DatabaseFailures.isNotStarted(failure)
                ? unavailable(
                        "The database did not respond, and your change may or may not have been made; see whether it was before you repeat it.")
                : explain(type, failure, NOTHING_CHANGED);
    }

    private static Throwable explain(ResourceType type, Throwable failure, String outcome) {
        if (DatabaseFailures.causeOf(failure) instanceof PgException error) {
            return explainError(type, error, outcome);
        }
        if (DatabaseFailures.isNotStarted(failure)) {
            return unavailable("No connection to the database was free in time" + outcome);
        }
        if (DatabaseFailures.isLate(failure)) {
            return unavailable(TOO_LATE + outcome);
        }
        return DatabaseFailures.isAway(failure)
                ? unavailable("The database currently cannot be reached" + outcome)
                : failure;
    }

    private static JsonApiException unavailable(String detail) {
        return SERVICE_UNAVAILABLE.because(detail).asException();
    }

    private static Throwable explainError(ResourceType type, PgException error, String outcome) {
        if (SqlStates.isLockTimeout(error)) {
            var locked = SERVICE_UNAVAILABLE.because(
                    "Another transaction has locked what the request needs, and did not end in time; try again.");
            // A change within a transaction is explained before the transaction can wait for the lock.
            return new JsonApiException(locked, error);
        }
        if (SqlStates.isContention(error)) {
            return unavailable(TOO_LATE + TRY_AGAIN);
        }
        if (SqlStates.isOutage(error)) {
            return unavailable("The database currently cannot be used" + outcome);
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
            case STATED_FOR_CLIENTS -> new JsonApiException(stated(type, error));
            default -> error;
        };
    }

    private static JsonApiError stated(ResourceType type, PgException error) {
        var declared = type.errorFor(error.getConstraint()).orElseThrow();
        var meta = Optional.ofNullable(error.getDetail())
                .map(json -> new JsonObject(json).getMap())
                .orElse(Map.of());
        return new JsonApiError(declared.code(), error.getErrorMessage(), declared.source(), meta, Optional.empty());
    }

    private static JsonApiException violation(ResourceType type, PgException error, JsonApiError otherwise) {
        return new JsonApiException(type.errorFor(error.getConstraint()).orElse(otherwise));
    }
}
