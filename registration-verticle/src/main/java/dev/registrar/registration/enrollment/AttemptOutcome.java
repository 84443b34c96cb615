package dev.registrar.registration.enrollment;

import dev.registrar.platform.operations.NodeMetrics;
import io.micrometer.core.instrument.Counter;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** The outcome of an attempt to decide an enrollment. */
public enum AttemptOutcome {
    CONFIRMED,
    REJECTED,
    /** Confirmed by the decider, but no seat is free: the registration is on the waiting list. */
    WAITING,
    /** Confirmed by the decider, but there is neither a seat nor a place on the waiting list. */
    FULL,
    /** The decider asked for a later attempt. */
    PUT_OFF,
    FAILED,
    NO_REPLY,
    /** The reply of the decider is not a decision. */
    INVALID_DECISION,
    /** Nobody can be asked: the decider's address has no consumer, or its URL is wrong. */
    NO_DECIDER,
    /** The process gave up after this attempt. */
    ABANDONED,
    /**
     * The outcome was not stored: the enrollment was requested again, another worker claimed it, or its row is locked.
     */
    SUPERSEDED;

    /** The outcome of a decision that was stored, {@link EnrollmentQueue.Ended#result}. */
    static AttemptOutcome ofResult(String result) {
        return result.equals(EnrollmentState.REQUESTED) ? REJECTED : valueOf(result.toUpperCase(Locale.ROOT));
    }

    /** Whether the request has failed, and what it has changed is as it was before. */
    boolean isFailure() {
        return this == REJECTED || this == FULL || this == ABANDONED;
    }

    /** Counters of attempts. All are registered at once, so that each exists from the start with the value 0. */
    static Map<AttemptOutcome, Counter> counters(NodeMetrics metrics) {
        var counters = new EnumMap<AttemptOutcome, Counter>(AttemptOutcome.class);
        for (var outcome : values()) {
            counters.put(
                    outcome,
                    metrics.counter(
                            "registrar.enrollment.attempts",
                            "Attempts to decide an enrollment, by outcome",
                            "outcome",
                            outcome.name().toLowerCase(Locale.ROOT)));
        }
        return counters;
    }
}
