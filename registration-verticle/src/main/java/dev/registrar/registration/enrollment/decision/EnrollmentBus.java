package dev.registrar.registration.enrollment.decision;

import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;

/** The addresses and message members of the enrollment process on the event bus. */
public final class EnrollmentBus {
    /**
     * Accepts the id of a pending registration as a string; replies with null when its enrollment is decided or put
     * off.
     */
    public static final String WORKER = "registrar.enrollment";

    /** Receives the enrollments to decide when another verticle is configured as the decider. */
    static final String DECIDE = "registrar.enrollment.decide";

    static final String REGISTRATION = "registration";
    static final String UNI = "uni";
    static final String COURSE = "course";
    static final String ATTEMPT = "attempt";

    static final String DECISION = "decision";
    static final String REASON = "reason";
    static final String RETRY_AFTER = "retry_after";

    private EnrollmentBus() {}

    /** Whether a request failed because its address has no consumer. */
    static boolean isWithoutConsumer(Throwable failure) {
        return failure instanceof ReplyException reply && reply.failureType() == ReplyFailure.NO_HANDLERS;
    }
}
