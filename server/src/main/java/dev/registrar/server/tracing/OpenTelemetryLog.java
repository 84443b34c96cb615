package dev.registrar.server.tracing;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.slf4j.LoggerFactory;

/**
 * Passes the warnings of OpenTelemetry, which it writes to standard error otherwise, on to the log of the service: at
 * most one a minute of each logger, since it repeats them while the collector is slow. Thread-safe.
 */
final class OpenTelemetryLog extends Handler {
    private static final org.slf4j.Logger LOG = LoggerFactory.getLogger(OpenTelemetryLog.class);
    private static final long INTERVAL = TimeUnit.MINUTES.toNanos(1);

    /** The reference keeps the settings of the logger. */
    private static final Logger OPEN_TELEMETRY = Logger.getLogger("io.opentelemetry");

    private final SimpleFormatter formatter = new SimpleFormatter();

    /** By the name of the logger. */
    private final Map<String, Long> quietUntil = new HashMap<>();

    private OpenTelemetryLog() {
        setLevel(Level.WARNING);
    }

    /** Passes on what this process logs from now on. */
    static synchronized void passOn() {
        if (OPEN_TELEMETRY.getUseParentHandlers()) {
            OPEN_TELEMETRY.setUseParentHandlers(false);
            OPEN_TELEMETRY.addHandler(new OpenTelemetryLog());
        }
    }

    @Override
    public synchronized void publish(LogRecord logged) {
        var now = System.nanoTime();
        if (isLoggable(logged) && now - quietUntil.getOrDefault(logged.getLoggerName(), now) >= 0) {
            quietUntil.put(logged.getLoggerName(), now + INTERVAL);
            LOG.warn("Spans may be lost (tracing.endpoint): {}", formatter.formatMessage(logged), logged.getThrown());
        }
    }

    @Override
    public void flush() {
        // Nothing is kept.
    }

    @Override
    public void close() {
        // There is nothing to close.
    }
}
