package dev.registrar.resource.database.failure;

import io.vertx.core.Vertx;
import io.vertx.core.shareddata.Shareable;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells operators why the database does not work for us, and when it does again: each cause once in an outage, however many
 * requests and processes fail because of it. All threads may tell.
 */
public final class OutageLog implements Shareable {
    private static final Logger LOG = LoggerFactory.getLogger(OutageLog.class);

    /** Without a failure for so long, an outage is over: every node asks the database more often. */
    private static final Duration QUIET = Duration.ofSeconds(3);

    private static final String AWAY = "away";
    private static final String BUSY = "busy";

    private final Set<String> told = new HashSet<>();
    private volatile boolean lasts;
    private long begin;
    private long lastFailure;

    private OutageLog() {}

    /** The one that all connections of a node share. */
    public static OutageLog of(Vertx vertx) {
        return vertx.sharedData()
                .<String, OutageLog>getLocalMap(OutageLog.class.getName())
                .computeIfAbsent("", first -> new OutageLog());
    }

    /** Tells of a failure that is of the database's own making. */
    public void tell(Throwable failure) {
        if (DatabaseFailures.isBusy(failure)) {
            tell(BUSY, "Requests wait for PostgreSQL in vain: no connection is free in time");
        } else if (DatabaseFailures.isOutage(failure)) {
            DatabaseFailures.sqlStateOf(failure)
                    .filter(state -> !SqlStates.isIntervention(state))
                    .ifPresentOrElse(
                            state -> tell(state, "PostgreSQL cannot be used now: " + failure.getMessage()),
                            () -> tell(AWAY, "PostgreSQL cannot be reached now: " + failure.getMessage()));
        }
    }

    public void tellOfSilence() {
        tell(AWAY, "PostgreSQL does not respond in time on a connection; it is closed and replaced");
    }

    private synchronized void tell(String cause, String warning) {
        lastFailure = System.nanoTime();
        if (!lasts) {
            lasts = true;
            begin = lastFailure;
        }
        if (isNew(cause)) {
            LOG.warn(warning);
        }
    }

    /** That requests wait follows from every other cause. */
    private boolean isNew(String cause) {
        return cause.equals(BUSY) ? told.isEmpty() && told.add(cause) : told.add(cause);
    }

    /** Notes that it works. */
    public void tellOfSuccess() {
        if (lasts) {
            endIfQuiet();
        }
    }

    private synchronized void endIfQuiet() {
        if (lasts && System.nanoTime() - lastFailure > QUIET.toNanos()) {
            lasts = false;
            told.clear();
            LOG.info(
                    "PostgreSQL works again, after {} s",
                    Duration.ofNanos(lastFailure - begin).toSeconds());
        }
    }
}
