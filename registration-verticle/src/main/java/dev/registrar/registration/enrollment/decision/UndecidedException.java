package dev.registrar.registration.enrollment.decision;

import dev.registrar.registration.enrollment.claims.AttemptOutcome;

/**
 * Thrown when an attempt ends without a decision. The message tells clients why, and contains no text from the decider.
 */
public final class UndecidedException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final String NO_DECISION = "No decision has been made yet: ";

    private final AttemptOutcome outcome;

    private UndecidedException(AttemptOutcome outcome, String why, Throwable cause) {
        super(NO_DECISION + why, cause, false, false);
        this.outcome = outcome;
    }

    static UndecidedException noDecider() {
        return new UndecidedException(AttemptOutcome.NO_DECIDER, "there is no decider at present.", null);
    }

    /** Creates the exception for an invalid reply; the error is a phrase such as "decision must be ...". */
    static UndecidedException invalidDecision(String error) {
        return new UndecidedException(
                AttemptOutcome.INVALID_DECISION, "the reply of the decider is invalid: %s.".formatted(error), null);
    }

    /** Converts any failure of an attempt. */
    public static UndecidedException of(Throwable failure) {
        return failure instanceof UndecidedException undecided
                ? undecided
                : new UndecidedException(
                        AttemptOutcome.FAILED, "the decider failed or did not reply in time.", failure);
    }

    public AttemptOutcome outcome() {
        return outcome;
    }
}
