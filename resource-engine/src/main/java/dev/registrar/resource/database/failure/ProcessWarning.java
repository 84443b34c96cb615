package dev.registrar.resource.database.failure;

import dev.registrar.resource.log.OccasionalWarning;
import io.vertx.core.Vertx;
import org.slf4j.Logger;

/**
 * A warning that a process of the service, which repeats itself, cannot do its work. While PostgreSQL is away there is none:
 * that is told once for the whole node. Belongs to one event loop.
 */
public final class ProcessWarning {
    private final OccasionalWarning warning;

    /**
     * Makes one.
     *
     * @param message what does not work; the cause follows
     */
    public ProcessWarning(Vertx vertx, Logger log, String message) {
        warning = new OccasionalWarning(vertx, log, message);
    }

    /** Tells of a failure, unless the connections have told of it. */
    public void log(Throwable failure) {
        if (!DatabaseFailures.isOutage(failure)) {
            warning.log(failure);
        }
    }
}
