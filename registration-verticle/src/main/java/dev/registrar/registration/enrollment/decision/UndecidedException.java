package dev.registrar.registration.enrollment.decision;

import dev.registrar.registration.enrollment.claims.AttemptOutcome;

/** An attempt has come to no decision. The message tells clients why, without a word of the decider's own. */
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

    /** What is wrong with a decider's reply, as "decision must be ...". */
    static UndecidedException invalidDecision(String fault) {
        return new UndecidedException(
                AttemptOutcome.INVALID_DECISION, "the reply of the decider is invalid: %s.".formatted(fault), null);
    }

    /** Why an attempt has failed, whatever the failure is. */
    public static UndecidedException of(Throwable failure) {
        return failure instanceof UndecidedException undecided
                ? undecided
                : new UndecidedException(
                        AttemptOutcome.FAILED, "the decider has failed or has not replied in time.", failure);
    }

    public AttemptOutcome outcome() {
        return outcome;
    }
}
