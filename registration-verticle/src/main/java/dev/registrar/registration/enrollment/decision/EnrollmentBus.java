package dev.registrar.registration.enrollment.decision;

import dev.registrar.registration.enrollment.claims.Claim;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import io.vertx.core.json.JsonObject;

/** The addresses and message members of the enrollment process. */
public final class EnrollmentBus {
    /**
     * Accepts the id of a pending registration as a string; replies with null when its enrollment is decided or put
     * off.
     */
    public static final String WORKER = "registrar.enrollment";

    /** Receives the enrollments to decide when another verticle is configured as the decider. */
    static final String DECIDE = "registrar.enrollment.decide";

    private static final String REGISTRATION = "registration";
    private static final String UNI = "uni";
    private static final String COURSE = "course";
    private static final String ATTEMPT = "attempt";

    static final String DECISION = "decision";
    static final String REASON = "reason";
    static final String RETRY_AFTER = "retry_after";

    private EnrollmentBus() {}

    /** What a decider is asked, on the event bus and over HTTP. */
    static JsonObject question(Claim claim) {
        return new JsonObject()
                .put(REGISTRATION, claim.registration().toString())
                .put(UNI, claim.uni())
                .put(COURSE, claim.course().toString())
                .put(ATTEMPT, claim.countedAttempts());
    }

    /** Whether a request failed because its address has no consumer. */
    static boolean isWithoutConsumer(Throwable failure) {
        return failure instanceof ReplyException reply && reply.failureType() == ReplyFailure.NO_HANDLERS;
    }
}
