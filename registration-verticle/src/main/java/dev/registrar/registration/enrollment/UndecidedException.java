package dev.registrar.registration.enrollment;

import dev.registrar.resource.bus.ErrorReply;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/**
 * Thrown when an attempt ends without a decision. The message tells clients why, and contains no text from the decider.
 */
final class UndecidedException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final String NO_DECISION = "No decision has been made yet: ";

    private final AttemptOutcome outcome;

    private UndecidedException(AttemptOutcome outcome, String why, Throwable cause) {
        super(NO_DECISION + why, cause, false, false);
        this.outcome = outcome;
    }

    /** Nobody could be asked; operators are told because of what. */
    static UndecidedException noDecider(String because) {
        return new UndecidedException(
                AttemptOutcome.NO_DECIDER, "there is no decider at present.", new IllegalStateException(because));
    }

    /** The decider failed; the reason is a phrase such as "the connection was refused". */
    static UndecidedException failed(String reason) {
        return new UndecidedException(AttemptOutcome.FAILED, "the decider failed (%s).".formatted(reason), null);
    }

    /** The reply is invalid; the error is a phrase such as "decision must be ...". */
    static UndecidedException invalidDecision(String error) {
        return new UndecidedException(
                AttemptOutcome.INVALID_DECISION, "the reply of the decider is invalid: %s.".formatted(error), null);
    }

    /**
     * Converts any failure of an attempt.
     *
     * @param timeout how long the decider could take
     */
    static UndecidedException of(Throwable failure, Duration timeout) {
        if (failure instanceof UndecidedException undecided) {
            return undecided;
        }
        return isTimeout(failure)
                ? new UndecidedException(
                        AttemptOutcome.NO_REPLY,
                        "the decider did not reply within %s ms.".formatted(timeout.toMillis()),
                        failure)
                : new UndecidedException(
                        AttemptOutcome.FAILED, "the decider failed%s.".formatted(codeOf(failure)), failure);
    }

    private static boolean isTimeout(Throwable failure) {
        return failure instanceof TimeoutException
                || (failure instanceof ReplyException reply && reply.failureType() == ReplyFailure.TIMEOUT);
    }

    private static String codeOf(Throwable failure) {
        return ErrorReply.in(failure)
                .map(reply -> " with the code %s".formatted(reply.failureCode()))
                .orElse("");
    }

    AttemptOutcome outcome() {
        return outcome;
    }
}
