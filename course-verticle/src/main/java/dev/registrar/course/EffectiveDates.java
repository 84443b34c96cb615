package dev.registrar.course;

import static dev.registrar.resource.error.ErrorCode.INVALID_VALUE;
import static dev.registrar.resource.error.ErrorSource.pointer;

import dev.registrar.resource.error.JsonApiError;

/** The first and last day on which a course or an offering is in effect; null stands for no bound. */
final class EffectiveDates {
    static final String START = "effective_start_date";
    static final String END = "effective_end_date";

    /** The database checks it, as a PATCH may name one of the two dates alone. */
    static final JsonApiError END_BEFORE_START =
            INVALID_VALUE.at(pointer("data", "attributes", END), "%s must not be before %s.".formatted(END, START));

    private EffectiveDates() {}
}
