package dev.registrar.registration.enrollment;

import dev.registrar.platform.operations.RequestContext;
import dev.registrar.registration.enrollment.Decider.Decision;
import dev.registrar.resource.bus.ResourceBus;
import dev.registrar.resource.document.UnicodeText;
import dev.registrar.resource.error.Misspelling;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The messages of the enrollment process: the addresses, what a decider is asked, and what it replies, which may be
 * anything.
 */
public final class EnrollmentBus {
    /**
     * Accepts the id of a pending registration as a string; replies with null when its enrollment is decided or put
     * off.
     */
    public static final String WORKER = "registrar.enrollment";

    /** Receives a message, whatever its body, when seats may be free for people who wait. */
    public static final String SEATS = "registrar.enrollment.seats";

    /** Receives the enrollments to decide when another verticle is configured as the decider. */
    static final String DECIDE = "registrar.enrollment.decide";

    private static final String REGISTRATION = "registration";
    private static final String UNI = "uni";
    private static final String COURSE = "course";
    private static final String COURSE_TERM = "course_term";
    private static final String REQUESTED_AT = "requested_at";
    private static final String CALLER = "caller";
    private static final String NAME = "name";
    private static final String BOUND = "bound";
    private static final String PERMIT = "permit";
    private static final String ATTEMPT = "attempt";

    private static final String DECISION = "decision";
    private static final String REASON = "reason";
    private static final String RETRY_AFTER = "retry_after";

    /** The reason of a decider that gives none for its {@code later}. */
    static final String NOT_YET = "The enrollment cannot be decided yet.";

    private static final int MAX_REASON = 500;
    private static final long LONGEST_WAIT = Duration.ofDays(1).toSeconds();

    private EnrollmentBus() {}

    /** What a decider is asked, on the event bus and over HTTP. */
    static JsonObject question(Claim claim) {
        return new JsonObject()
                .put(REGISTRATION, claim.registration().toString())
                .put(UNI, claim.uni())
                .put(COURSE, claim.offering().course().toString())
                .put(
                        COURSE_TERM,
                        claim.offering().courseTerm().map(UUID::toString).orElse(null))
                .put(REQUESTED_AT, claim.requestedAt().toInstant().toString())
                .put(CALLER, claim.requester().map(EnrollmentBus::caller).orElse(null))
                .put(PERMIT, claim.permit().map(Permit::toJson).orElse(null))
                .put(ATTEMPT, claim.countedAttempts());
    }

    private static JsonObject caller(Requester requester) {
        return new JsonObject().put(NAME, requester.name()).put(BOUND, requester.isBound());
    }

    /** Asks the verticle that consumes {@link #DECIDE} for a decision. */
    static Future<Decision> ask(EventBus bus, Claim claim, Duration timeout) {
        var options = RequestContext.addTrace(ResourceBus.versioned().setSendTimeout(timeout.toMillis()));
        return bus.request(DECIDE, question(claim), options)
                .map(reply -> decision(reply.body()))
                .recover(failure -> Future.failedFuture(
                        isWithoutConsumer(failure)
                                ? UndecidedException.noDecider(DECIDE + " has no consumer")
                                : failure));
    }

    /** Whether a request failed because its address has no consumer. */
    static boolean isWithoutConsumer(Throwable failure) {
        return failure instanceof ReplyException reply && reply.failureType() == ReplyFailure.NO_HANDLERS;
    }

    /**
     * Reads a decision.
     *
     * @throws UndecidedException when the reply is not a decision; the message says what is wrong with it
     */
    static Decision decision(Object reply) {
        if (!(reply instanceof JsonObject decision)) {
            throw UndecidedException.invalidDecision("it must be a JSON object");
        }
        if ("confirm".equals(decision.getValue(DECISION))) {
            requireOnly(decision, DECISION);
            return new Decider.Confirm();
        }
        if ("reject".equals(decision.getValue(DECISION))) {
            requireOnly(decision, DECISION, REASON);
            return new Decider.Reject(reasonIn(decision, "The enrollment was rejected."));
        }
        if ("later".equals(decision.getValue(DECISION))) {
            requireOnly(decision, DECISION, REASON, RETRY_AFTER);
            return new Decider.Later(reasonIn(decision, NOT_YET), retryAfterIn(decision));
        }
        throw UndecidedException.invalidDecision("\"decision\" must be \"confirm\", \"reject\" or \"later\"");
    }

    /**
     * Requires that a misspelled member does not go unnoticed. The error suggests the right name, but does not contain
     * the wrong one, because clients read it. A member that is null is like an absent one.
     */
    private static void requireOnly(JsonObject decision, String... members) {
        var known = List.of(members);
        decision.stream()
                .filter(member -> member.getValue() != null && !known.contains(member.getKey()))
                .findFirst()
                .ifPresent(superfluous -> {
                    throw UndecidedException.invalidDecision("it has a superfluous member; "
                            + Misspelling.remedy(
                                    Misspelling.of(superfluous.getKey(), known),
                                    "the decision \"%s\" has only %s"
                                            .formatted(decision.getString(DECISION), String.join(", ", known))));
                });
    }

    private static String reasonIn(JsonObject decision, String otherwise) {
        var reason = decision.getValue(REASON);
        if (reason == null) {
            return otherwise;
        }
        if (reason instanceof String text && isReason(text)) {
            return text;
        }
        throw UndecidedException.invalidDecision(
                "\"reason\" must be a text of 1 to %s characters".formatted(MAX_REASON));
    }

    private static boolean isReason(String text) {
        return !text.isBlank() && text.codePointCount(0, text.length()) <= MAX_REASON && UnicodeText.isStorable(text);
    }

    private static Optional<Duration> retryAfterIn(JsonObject decision) {
        var seconds = decision.getValue(RETRY_AFTER);
        if (seconds == null) {
            return Optional.empty();
        }
        if (seconds instanceof Integer || seconds instanceof Long) {
            var wait = ((Number) seconds).longValue();
            if (wait >= 1 && wait <= LONGEST_WAIT) {
                return Optional.of(Duration.ofSeconds(wait));
            }
        }
        throw UndecidedException.invalidDecision(
                "\"retry_after\" must be a whole number of seconds from 1 to %s".formatted(LONGEST_WAIT));
    }
}
