package dev.registrar.course;

import static dev.registrar.resource.type.Attribute.date;

import dev.registrar.resource.type.Attribute;

/** The first and last day on which a course or an offering is in effect; null means no bound. */
final class EffectiveDates {
    static final Attribute START = date("effective_start_date").nullable().filterable();
    static final Attribute END = date("effective_end_date").nullable().filterable();

    /** The suffix of the check constraint that keeps them in order. */
    static final String CHECK = "effective_dates_check";

    private EffectiveDates() {}
}
