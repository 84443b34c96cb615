package dev.registrar.registration;

import static dev.registrar.registration.Registrations.CONFIRMED_AT;
import static dev.registrar.registration.Registrations.ENROLLMENT;
import static dev.registrar.registration.enrollment.EnrollmentState.CONFIRMED;
import static dev.registrar.resource.error.ErrorCode.INVALID_TRANSITION;
import static dev.registrar.resource.error.ErrorSource.pointer;

import dev.registrar.resource.ImportRule;
import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.document.reading.ResourceDraft;
import io.vertx.sqlclient.Row;
import java.util.Map;
import java.util.Optional;

/**
 * Imports of registrations: each row is a request for enrollment, unless an administrator loads what another system has
 * confirmed. That is stored as it is, whatever the dates, the seats and the decider say, and has a seat.
 */
record ImportedRegistrations(EnrollmentRules rules) implements ImportRule {
    /** Confirmed without the enrollment process, which a registration may have begun before. */
    private static final Map<String, String> OF_NEW = Map.of(CONFIRMED_AT.name(), "clock_timestamp()");

    private static final Map<String, String> OF_PRESENT = Map.of(
            CONFIRMED_AT.name(),
            "coalesce(r.confirmed_at, clock_timestamp())",
            // Set before the trigger reads it, which confirms nothing without a seat that was given.
            "reason",
            "nullif(set_config('registrar.seats', 'given', true), 'given')",
            "abandoned_at",
            "NULL",
            "seats_when_full",
            "NULL");

    @Override
    public Effect of(Caller caller, ResourceDraft draft, Optional<Row> present) {
        if (!draft.value(ENROLLMENT).equals(Optional.of(CONFIRMED))) {
            return new Effect(
                    present.map(before -> rules.ofChange(before, draft)).orElseGet(() -> rules.ofNew(draft)),
                    Map.of(),
                    true);
        }
        if (!caller.scopes().contains(Caller.ADMINISTRATIVE)) {
            throw INVALID_TRANSITION
                    .at(
                            pointer("data", "attributes", ENROLLMENT.name()),
                            "Only administrators import registrations that are confirmed elsewhere; import this one as requested.")
                    .asException();
        }
        present.ifPresentOrElse(before -> rules.requireTerms(before, draft), () -> rules.requireCourseTerm(draft));
        return new Effect(draft, present.isEmpty() ? OF_NEW : OF_PRESENT, false);
    }
}
