package dev.registrar.registration;

import static dev.registrar.registration.Registrations.REQUESTS;
import static dev.registrar.registration.Registrations.REVERTED_CHANGE;
import static dev.registrar.registration.Registrations.SEATS_WHEN_FULL;
import static dev.registrar.resource.error.ErrorCode.COURSE_FULL;
import static dev.registrar.resource.error.ErrorCode.ENROLLMENT_REJECTED;
import static dev.registrar.resource.error.ErrorCode.SERVICE_UNAVAILABLE;

import dev.registrar.resource.document.writing.FoundItem;
import dev.registrar.resource.error.JsonApiError;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The state of an enrollment when the response is sent. */
sealed interface EnrollmentOutcome {
    /** The registration was confirmed as requested. */
    record Confirmed(FoundItem registration) implements EnrollmentOutcome {}

    /**
     * The enrollment was rejected, or the process has given up without a decision. A new registration is back at
     * {@code requested}; a changed one is as it was before.
     */
    record Failed(FoundItem registration, JsonApiError error) implements EnrollmentOutcome {}

    /** The process continues, or the enrollment was requested again in the meantime. */
    record Pending(FoundItem registration) implements EnrollmentOutcome {}

    /**
     * Determines the outcome of a request.
     *
     * @param committed the registration as the request committed it
     * @param now the registration as it is now
     */
    static EnrollmentOutcome of(FoundItem committed, FoundItem now) {
        return Optional.ofNullable(now.row().getJsonObject(REVERTED_CHANGE))
                .filter(change -> change.getInteger("request").equals(requestOf(committed)))
                .<EnrollmentOutcome>map(change -> new Failed(now, errorOf(change)))
                .orElseGet(() -> ofCurrent(committed, now));
    }

    private static JsonApiError errorOf(JsonObject revertedChange) {
        var reason = revertedChange.getString("reason");
        var seats = revertedChange.getJsonObject(SEATS_WHEN_FULL);
        return revertedChange.getString("process").equals("abandoned")
                ? SERVICE_UNAVAILABLE.because("No decision was made, and the registration is unchanged: " + reason)
                : rejection(reason, Optional.ofNullable(seats));
    }

    /** Tells those that the course is full from what the decider has rejected. */
    private static JsonApiError rejection(String reason, Optional<JsonObject> seatsWhenFull) {
        return seatsWhenFull
                .map(seats -> COURSE_FULL.because(reason).withMeta(Map.of("seats", seats.getMap())))
                .orElseGet(() -> ENROLLMENT_REJECTED.because(reason));
    }

    private static EnrollmentOutcome ofCurrent(FoundItem committed, FoundItem now) {
        if (EnrollmentRules.isPending(now) || !requestOf(now).equals(requestOf(committed))) {
            return new Pending(now);
        }
        return EnrollmentRules.isConfirmed(now)
                ? new Confirmed(now)
                : new Failed(
                        now,
                        rejection(
                                now.meta().orElseThrow().path("reason").asText(),
                                Optional.ofNullable(now.row().getJsonObject(SEATS_WHEN_FULL))));
    }

    private static Integer requestOf(FoundItem registration) {
        return Objects.requireNonNull(registration.row().getInteger(REQUESTS));
    }
}
