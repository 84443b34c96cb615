package dev.registrar.platform.database;

import dev.registrar.platform.operations.OccasionalWarning;
import io.vertx.core.Vertx;
import org.slf4j.Logger;

/**
 * Logs a warning that a periodic process of the service cannot do its work, but not while PostgreSQL is unavailable,
 * which is logged once for the whole node. Use it on one event loop only.
 */
public final class ProcessWarning {
    private final OccasionalWarning warning;

    /** The message says what does not work; the cause follows. */
    public ProcessWarning(Vertx vertx, Logger log, String message) {
        warning = new OccasionalWarning(vertx, log, message);
    }

    /** Logs a failure, unless it is an outage, which the connections log. */
    public void log(Throwable failure) {
        if (!DatabaseFailures.isOutage(failure)) {
            warning.log(failure);
        }
    }
}
