package dev.registrar.registration.enrollment.claims;

import java.util.Locale;

/** How an attempt to decide an enrollment ends. */
public enum AttemptOutcome {
    CONFIRMED,
    REJECTED,
    /** The decider wants to be asked later. */
    PUT_OFF,
    /** The decider has failed, or has not replied in time. */
    FAILED,
    /** What the decider has replied is no decision. */
    INVALID_DECISION,
    /** Nobody consumes the decider's address. */
    NO_DECIDER,
    /** The last attempt of an enrollment that is given up. */
    ABANDONED;

    /** The value of the metric's label {@code outcome}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
