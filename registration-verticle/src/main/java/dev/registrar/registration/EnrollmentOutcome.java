package dev.registrar.registration;

import static dev.registrar.registration.Registrations.REQUESTS;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.resource.result.FoundItem;
import java.util.Objects;

/** How an enrollment stands when its request is answered. */
sealed interface EnrollmentOutcome {

    /** The change did not request the enrollment: there is nothing to wait for. */
    record Unaffected(FoundItem registration) implements EnrollmentOutcome {}

    /** The registration is what was asked for. */
    record Confirmed(FoundItem registration) implements EnrollmentOutcome {}

    /** A new registration is back at {@code requested}; a changed one is what it was before. */
    record Rejected(FoundItem registration, String reason) implements EnrollmentOutcome {}

    /** No decision has been made and none will be: a changed registration is what it was before. */
    record Abandoned(String reason) implements EnrollmentOutcome {}

    /** The process goes on, or somebody has requested the enrollment again meanwhile. */
    record Pending(FoundItem registration) implements EnrollmentOutcome {}

    /**
     * What has come of a request.
     *
     * @param committed the registration as the request has left it
     * @param now the registration as it is now
     */
    static EnrollmentOutcome of(FoundItem committed, FoundItem now) {
        return EnrollmentRules.isPending(now) || !requestOf(now).equals(requestOf(committed))
                ? new Pending(now)
                : now.meta().map(process -> unfulfilled(now, process)).orElseGet(() -> new Confirmed(now));
    }

    private static EnrollmentOutcome unfulfilled(FoundItem now, JsonNode process) {
        var reason = process.path("reason").asText();
        return process.path("process").asText().equals("abandoned") ? new Abandoned(reason) : new Rejected(now, reason);
    }

    private static Integer requestOf(FoundItem registration) {
        return Objects.requireNonNull(registration.row().getInteger(REQUESTS));
    }
}
