package dev.registrar.platform.database;

import io.vertx.core.Vertx;
import io.vertx.core.shareddata.Shareable;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs why the database does not work for us, and when it works again: each cause once per outage, however many
 * requests and processes fail because of it. Thread-safe.
 */
final class OutageLog implements Shareable {
    private static final Logger LOG = LoggerFactory.getLogger(OutageLog.class);

    /** After this time without a failure, an outage is over: every node uses the database more often than that. */
    private static final Duration QUIET = Duration.ofSeconds(3);

    private static final String AWAY = "away";
    private static final String BUSY = "busy";

    private static final String TOO_MUCH_TO_DO = "; PostgreSQL, or this node, may have too much to do";

    private final Set<String> logged = new HashSet<>();
    private volatile boolean lasts;
    private long begin;
    private long lastFailure;

    private OutageLog() {}

    /** The log that all connections of a node share. */
    static OutageLog of(Vertx vertx) {
        return vertx.sharedData()
                .<String, OutageLog>getLocalMap(OutageLog.class.getName())
                .computeIfAbsent("", first -> new OutageLog());
    }

    /** Logs a failure that is caused by the database, but not the end of the pool. */
    void log(Throwable failure) {
        if (DatabaseFailures.isEnd(failure)) {
            return;
        }
        if (DatabaseFailures.isBusy(failure)) {
            log(BUSY, "Requests for PostgreSQL fail: no connection is free in time");
        } else if (DatabaseFailures.isLocked(failure)) {
            log("locked", "Requests for PostgreSQL fail: another transaction keeps locked what they need");
        } else if (DatabaseFailures.isLate(failure)) {
            log("late", "PostgreSQL has ended a transaction that was not completed in time" + TOO_MUCH_TO_DO);
        } else if (DatabaseFailures.isOutage(failure)) {
            DatabaseFailures.sqlStateOf(failure)
                    .filter(state -> !SqlStates.isIntervention(state))
                    .ifPresentOrElse(
                            state -> log(
                                    SqlStates.namesObject(state) ? failure.getMessage() : state,
                                    warning(state) + failure.getMessage()),
                            () -> log(AWAY, "PostgreSQL currently cannot be reached: " + failure.getMessage()));
        }
    }

    private static String warning(String state) {
        return SqlStates.isMissing(state)
                ? "The tables do not fit this version of Registrar; restore them from a backup, or run --migrate: "
                : "PostgreSQL currently cannot be used: ";
    }

    void logSilence() {
        log(AWAY, "PostgreSQL does not respond in time on a connection; it is closed and replaced" + TOO_MUCH_TO_DO);
    }

    void logSilenceAtLogin() {
        log(
                "silent",
                "PostgreSQL does not respond to a new connection in time, although the connection was accepted"
                        + TOO_MUCH_TO_DO);
    }

    private synchronized void log(String cause, String warning) {
        lastFailure = System.nanoTime();
        if (!lasts) {
            lasts = true;
            begin = lastFailure;
        }
        if (isNew(cause)) {
            LOG.warn(warning);
        }
    }

    /** Waiting requests are a consequence of every other cause, so they are not logged after one. */
    private boolean isNew(String cause) {
        return cause.equals(BUSY) ? logged.isEmpty() && logged.add(cause) : logged.add(cause);
    }

    void recordSuccess() {
        if (lasts) {
            endIfQuiet();
        }
    }

    private synchronized void endIfQuiet() {
        if (lasts && System.nanoTime() - lastFailure > QUIET.toNanos()) {
            lasts = false;
            LOG.info(
                    "PostgreSQL is available again, after {} s",
                    Duration.ofNanos(System.nanoTime() - begin).toSeconds());
            logged.clear();
        }
    }
}
