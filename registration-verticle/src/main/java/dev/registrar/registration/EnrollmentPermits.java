package dev.registrar.registration;

import static dev.registrar.registration.Registrations.COURSE_TERM;
import static dev.registrar.registration.Registrations.UNI;
import static dev.registrar.resource.error.ErrorCode.DUPLICATE;
import static dev.registrar.resource.error.ErrorCode.INVALID_VALUE;
import static dev.registrar.resource.error.ErrorSource.pointer;
import static dev.registrar.resource.type.Attribute.bool;
import static dev.registrar.resource.type.Attribute.text;
import static dev.registrar.resource.type.Attribute.time;

import dev.registrar.resource.type.ResourceType;
import java.util.List;

/** The declaration of permits: exceptions of one person from the dates or the capacity of a course or of one term of it. */
final class EnrollmentPermits {
    static final ResourceType TYPE = ResourceType.named("enrollment_permits")
            .table("registration.enrollment_permits")
            .attribute(UNI)
            .attribute(text("reason").required().upTo(500))
            .attribute(bool("outside_dates").filterable())
            .attribute(bool("beyond_capacity").filterable())
            .attribute(time("valid_until").nullable().filterable())
            .relationship(EnrollmentLimits.COURSE)
            .relationship(COURSE_TERM)
            .readBy(UNI)
            .uniqueTogether(
                    List.of(UNI),
                    List.of(EnrollmentLimits.COURSE, COURSE_TERM),
                    "uni_course_id",
                    DUPLICATE.at(
                            pointer("data", "attributes", UNI.name()),
                            "This person already has a permit for this course and course term; change that one."))
            .constraint(
                    "enrollment_permits_course_term_id_course_id_fkey",
                    INVALID_VALUE.at(
                            pointer("data", "relationships", COURSE_TERM.name()),
                            "This is not a term of the course; choose a term of the course."))
            .build();

    private EnrollmentPermits() {}
}
