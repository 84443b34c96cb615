package dev.registrar.course;

import static dev.registrar.resource.error.ErrorCode.INVALID_VALUE;
import static dev.registrar.resource.error.ErrorSource.pointer;
import static dev.registrar.resource.type.Attribute.date;

import dev.registrar.resource.error.JsonApiError;
import dev.registrar.resource.type.Attribute;

/** The first and last day on which a course or an offering is in effect; null stands for no bound. */
final class EffectiveDates {
    static final Attribute START = date("effective_start_date").nullable().filterable();
    static final Attribute END = date("effective_end_date").nullable().filterable();

    static final JsonApiError END_BEFORE_START = INVALID_VALUE.at(
            pointer("data", "attributes", END.name()), "%s must not be before %s.".formatted(END.name(), START.name()));

    private EffectiveDates() {}
}
