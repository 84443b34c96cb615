package dev.registrar.registration.enrollment;

import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tracks, from the attempts of one worker, whether the decider works. Use it on one event loop only. */
final class DeciderWatch {
    private static final Logger LOG = LoggerFactory.getLogger(DeciderWatch.class);

    /** After this time without any decision, the cause is an outage and not a single enrollment. */
    private static final Duration OUTAGE = Duration.ofSeconds(10);

    private static final Duration WARNING_INTERVAL = Duration.ofMinutes(1);

    private Instant lastDecision = Instant.EPOCH;
    private Instant lastWarning = Instant.EPOCH;
    private boolean absent;

    void recordDecision() {
        if (absent) {
            LOG.info("There is a decider again");
        }
        absent = false;
        lastDecision = Instant.now();
    }

    void recordNoDecision(UndecidedException why) {
        absent = why.outcome() == AttemptOutcome.NO_DECIDER;
        if (absent && Instant.now().isAfter(lastWarning.plus(WARNING_INTERVAL))) {
            lastWarning = Instant.now();
            LOG.warn(
                    "Registrations stay pending: there is no decider, because {}",
                    why.getCause().getMessage());
        }
    }

    /** Whether the last attempt found no decider that could be asked. */
    boolean isAbsent() {
        return absent;
    }

    /** Whether no enrollment has been decided for a while. */
    boolean isOutage() {
        return Instant.now().isAfter(lastDecision.plus(OUTAGE));
    }
}
