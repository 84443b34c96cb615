package dev.registrar.registration.enrollment.claims;

import java.util.Locale;

/** The outcome of an attempt to decide an enrollment. */
public enum AttemptOutcome {
    CONFIRMED,
    REJECTED,
    /** The decider asked for a later attempt. */
    PUT_OFF,
    /** The decider failed. */
    FAILED,
    /** The decider did not reply in time. */
    NO_REPLY,
    /** The reply of the decider is not a decision. */
    INVALID_DECISION,
    /** Nobody can be asked: the decider's address has no consumer, or its URL is wrong. */
    NO_DECIDER,
    /** The process gave up after this attempt. */
    ABANDONED,
    /** The outcome was not stored: the enrollment was requested again, another worker claimed it, or its row is locked. */
    SUPERSEDED;

    /** The value of the label {@code outcome} of the metric. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
