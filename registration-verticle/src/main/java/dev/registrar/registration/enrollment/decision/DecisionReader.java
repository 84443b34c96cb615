package dev.registrar.registration.enrollment.decision;

import dev.registrar.resource.document.UnicodeText;
import dev.registrar.resource.error.Misspelling;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Reads the reply of a decider, which may contain anything. */
final class DecisionReader {
    /** The reason of a decider that gives none for its {@code later}. */
    static final String NOT_YET = "The enrollment cannot be decided yet.";

    private static final int MAX_REASON = 500;
    private static final long LONGEST_WAIT = Duration.ofDays(1).toSeconds();

    private DecisionReader() {}

    /**
     * Reads a decision.
     *
     * @throws UndecidedException when the reply is not a decision; the message says what is wrong with it
     */
    static Decision read(Object reply) {
        if (!(reply instanceof JsonObject decision)) {
            throw UndecidedException.invalidDecision("it must be a JSON object");
        }
        if ("confirm".equals(decision.getValue(EnrollmentBus.DECISION))) {
            requireOnly(decision, EnrollmentBus.DECISION);
            return new Decision.Confirm();
        }
        if ("reject".equals(decision.getValue(EnrollmentBus.DECISION))) {
            requireOnly(decision, EnrollmentBus.DECISION, EnrollmentBus.REASON);
            return new Decision.Reject(reasonIn(decision, "The enrollment was rejected."));
        }
        if ("later".equals(decision.getValue(EnrollmentBus.DECISION))) {
            requireOnly(decision, EnrollmentBus.DECISION, EnrollmentBus.REASON, EnrollmentBus.RETRY_AFTER);
            return new Decision.Later(reasonIn(decision, NOT_YET), retryAfterIn(decision));
        }
        throw UndecidedException.invalidDecision("\"decision\" must be \"confirm\", \"reject\" or \"later\"");
    }

    /**
     * Requires that a misspelled member does not go unnoticed. The error suggests the right name, but does not contain the
     * wrong one, because clients read it. A member that is null is like an absent one.
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
                                            .formatted(
                                                    decision.getString(EnrollmentBus.DECISION),
                                                    String.join(", ", known))));
                });
    }

    private static String reasonIn(JsonObject decision, String otherwise) {
        var reason = decision.getValue(EnrollmentBus.REASON);
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
        var seconds = decision.getValue(EnrollmentBus.RETRY_AFTER);
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
