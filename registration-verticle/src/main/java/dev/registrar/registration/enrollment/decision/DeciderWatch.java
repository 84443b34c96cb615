package dev.registrar.registration.enrollment.decision;

import dev.registrar.registration.enrollment.claims.AttemptOutcome;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What one worker knows of the decider by the attempts that it has made. Belongs to one event loop. */
public final class DeciderWatch {
    private static final Logger LOG = LoggerFactory.getLogger(DeciderWatch.class);

    /** While nobody at all gets a decision, the fault is not that of one enrollment. */
    private static final Duration OUTAGE = Duration.ofSeconds(10);

    private static final Duration WARNING_INTERVAL = Duration.ofMinutes(1);

    private Instant lastDecision = Instant.EPOCH;
    private Instant lastWarning = Instant.EPOCH;
    private boolean absent;

    public void decided() {
        lastDecision = Instant.now();
        setAbsent(false);
    }

    public void undecided(AttemptOutcome outcome) {
        setAbsent(outcome == AttemptOutcome.NO_DECIDER);
    }

    /** Whether nobody consumes the decider's address. */
    public boolean isAbsent() {
        return absent;
    }

    /** Whether nobody has got a decision for a while. */
    public boolean isOutage() {
        return Instant.now().isAfter(lastDecision.plus(OUTAGE));
    }

    private void setAbsent(boolean isAbsentNow) {
        if (absent && !isAbsentNow) {
            LOG.info("There is a consumer at {} again", EnrollmentBus.DECIDE);
        }
        absent = isAbsentNow;
        if (absent && Instant.now().isAfter(lastWarning.plus(WARNING_INTERVAL))) {
            lastWarning = Instant.now();
            LOG.warn("Registrations stay pending: nobody decides, as {} has no consumer", EnrollmentBus.DECIDE);
        }
    }
}
