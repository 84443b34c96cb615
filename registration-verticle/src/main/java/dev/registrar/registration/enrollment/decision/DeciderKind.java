package dev.registrar.registration.enrollment.decision;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Who decides on enrollments. */
public enum DeciderKind {
    /** {@link EffectiveDatesDecider}. */
    @JsonProperty("built-in")
    BUILT_IN,

    /** Another verticle, which consumes {@link EnrollmentBus#DECIDE}. */
    @JsonProperty("bus")
    BUS,

    /** {@link HttpDecider}. */
    @JsonProperty("http")
    HTTP
}
