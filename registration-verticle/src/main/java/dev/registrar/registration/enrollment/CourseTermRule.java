package dev.registrar.registration.enrollment;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Whether people register for a course in a term, or may also register for the course alone. */
public enum CourseTermRule {
    @JsonProperty("optional")
    OPTIONAL,

    @JsonProperty("required")
    REQUIRED
}
