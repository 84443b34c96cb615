package dev.registrar.platform.operations;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import org.slf4j.Logger;

/** Logs a warning that every request may cause: at most once a minute, with a count. Use it on one event loop only. */
public final class OccasionalWarning {
    private static final Duration INTERVAL = Duration.ofMinutes(1);

    private final Vertx vertx;
    private final Context context;
    private final Logger log;
    private final String message;
    private final Duration interval;
    private boolean isSilent;
    private int unlogged;
    private Throwable latest;
    private long latestAt;

    /** The message says what does not work; the cause follows. */
    public OccasionalWarning(Vertx vertx, Logger log, String message) {
        this(vertx, log, message, INTERVAL);
    }

    OccasionalWarning(Vertx vertx, Logger log, String message, Duration interval) {
        this.vertx = vertx;
        this.interval = interval;
        context = vertx.getOrCreateContext();
        this.log = log;
        this.message = message;
    }

    public void log(Throwable cause) {
        latest = cause;
        latestAt = System.nanoTime();
        unlogged++;
        if (!isSilent) {
            write();
        }
    }

    /** What is logged at the end of a silence may be over by then. */
    private void write() {
        var age = Duration.ofNanos(System.nanoTime() - latestAt).toSeconds();
        var text = "%s: %s (occurrences since the last warning: %s%s)"
                .formatted(
                        message, latest.getMessage(), unlogged, age == 0 ? "" : ", the latest %s s ago".formatted(age));
        if (saysNoMore(latest)) {
            log.warn(text);
        } else {
            log.warn(text, latest);
        }
        unlogged = 0;
        isSilent = true;
        // In the context of the request that has caused this warning, the next one would have its id.
        context.runOnContext(outside -> vertx.setTimer(interval.toMillis(), timer -> endSilence()));
    }

    private void endSilence() {
        isSilent = false;
        if (unlogged > 0) {
            write();
        }
    }

    /** Whether a cause would only be logged as a second line, with its class and the same message. */
    private static boolean saysNoMore(Throwable cause) {
        return cause.getMessage() != null && cause.getCause() == null && cause.getStackTrace().length == 0;
    }
}
