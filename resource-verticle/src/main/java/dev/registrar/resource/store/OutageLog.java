package dev.registrar.resource.store;

import io.vertx.pgclient.PgException;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells operators why the database does not work for us: each cause at once, but not again for every request. */
final class OutageLog {
    private static final Logger LOG = LoggerFactory.getLogger(OutageLog.class);
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final Map<String, Long> lastTold = new ConcurrentHashMap<>();

    /** Tells of a failure that is of the database's own making. */
    void tell(Throwable failure) {
        if (failure instanceof PgException refused && SqlStates.isOutage(refused)) {
            tell(refused.getSqlState(), "PostgreSQL cannot be used now: " + refused.getMessage());
        } else if (failure instanceof IOException unreachable) {
            tell(unreachable.getClass().getName(), "PostgreSQL cannot be reached now: " + unreachable);
        }
    }

    void tellOfSilence() {
        tell("silence", "PostgreSQL does not respond in time on a connection; it is closed and replaced");
    }

    private void tell(String kind, String warning) {
        var now = System.nanoTime();
        var last = lastTold.get(kind);
        if (last == null || now - last >= INTERVAL.toNanos()) {
            lastTold.put(kind, now);
            LOG.warn(warning);
        }
    }
}
