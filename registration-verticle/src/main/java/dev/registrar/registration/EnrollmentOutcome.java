package dev.registrar.registration;

import static dev.registrar.registration.Registrations.REQUESTS;
import static dev.registrar.registration.Registrations.REVERTED_CHANGE;
import static dev.registrar.resource.error.ErrorCode.ENROLLMENT_REJECTED;
import static dev.registrar.resource.error.ErrorCode.SERVICE_UNAVAILABLE;

import dev.registrar.resource.bus.Preferences;
import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.reply.WriteReplies;
import dev.registrar.resource.result.FoundItem;
import io.vertx.core.json.JsonObject;
import java.util.Objects;
import java.util.Optional;

/** The state of an enrollment when the response is sent. */
sealed interface EnrollmentOutcome {

    /** The change did not request the enrollment, so there is nothing to wait for. */
    record Unaffected(FoundItem registration) implements EnrollmentOutcome {
        @Override
        public ResourceReply toReply(WriteReplies replies) {
            return replies.done(registration);
        }
    }

    /** The registration was confirmed as requested. */
    record Confirmed(FoundItem registration) implements EnrollmentOutcome {
        @Override
        public ResourceReply toReply(WriteReplies replies) {
            return applied(preferencesOf(replies).ofWait(), replies.done(registration));
        }
    }

    /**
     * The enrollment was rejected. A new registration is back at {@code requested}; a changed one is as it was before.
     */
    record Rejected(FoundItem registration, String reason) implements EnrollmentOutcome {
        @Override
        public ResourceReply toReply(WriteReplies replies) {
            throw ENROLLMENT_REJECTED.because(reason).asException();
        }
    }

    /** No decision was made, and the process has given up. A changed registration is as it was before. */
    record Abandoned(String reason) implements EnrollmentOutcome {
        @Override
        public ResourceReply toReply(WriteReplies replies) {
            throw SERVICE_UNAVAILABLE
                    .because("No decision was made, and the registration is unchanged: " + reason)
                    .asException();
        }
    }

    /** The process continues, or the enrollment was requested again in the meantime. */
    record Pending(FoundItem registration) implements EnrollmentOutcome {
        @Override
        public ResourceReply toReply(WriteReplies replies) {
            return applied(preferencesOf(replies), replies.accepted(registration));
        }
    }

    /**
     * The reply to the request.
     *
     * @throws JsonApiException if the request is rejected or no decision was made
     */
    ResourceReply toReply(WriteReplies replies);

    /**
     * Determines the outcome of a request.
     *
     * @param committed the registration as the request committed it
     * @param now the registration as it is now
     */
    static EnrollmentOutcome of(FoundItem committed, FoundItem now) {
        return Optional.ofNullable(now.row().getJsonObject(REVERTED_CHANGE))
                .filter(change -> change.getInteger("request").equals(requestOf(committed)))
                .map(change -> ofReverted(now, change))
                .orElseGet(() -> ofCurrent(committed, now));
    }

    private static EnrollmentOutcome ofReverted(FoundItem now, JsonObject change) {
        var reason = change.getString("reason");
        return change.getString("process").equals("abandoned") ? new Abandoned(reason) : new Rejected(now, reason);
    }

    private static EnrollmentOutcome ofCurrent(FoundItem committed, FoundItem now) {
        if (EnrollmentRules.isPending(now) || !requestOf(now).equals(requestOf(committed))) {
            return new Pending(now);
        }
        return EnrollmentRules.isConfirmed(now)
                ? new Confirmed(now)
                : new Rejected(now, now.meta().orElseThrow().path("reason").asText());
    }

    private static Preferences preferencesOf(WriteReplies replies) {
        return EnrollmentAwaiter.applicable(replies.request());
    }

    private static ResourceReply applied(Preferences preferences, ResourceReply reply) {
        return preferences.equals(Preferences.NONE) ? reply : reply.withPreferenceApplied(preferences.toString());
    }

    private static Integer requestOf(FoundItem registration) {
        return Objects.requireNonNull(registration.row().getInteger(REQUESTS));
    }
}
