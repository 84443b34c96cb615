package dev.registrar.registration;

import static dev.registrar.registration.Registrations.COURSE_TERM;
import static dev.registrar.resource.error.ErrorCode.DUPLICATE;
import static dev.registrar.resource.error.ErrorCode.INVALID_VALUE;
import static dev.registrar.resource.error.ErrorSource.pointer;
import static dev.registrar.resource.type.Attribute.integer;
import static dev.registrar.resource.type.Attribute.time;
import static dev.registrar.resource.type.Relationship.toOne;

import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship.ToOne;
import dev.registrar.resource.type.ResourceType;
import java.util.List;

/**
 * The declaration of limits of enrollment: how many people can be enrolled in a course or in one term of it, how many
 * can wait, and when people can register and drop.
 */
final class EnrollmentLimits {
    private static final Attribute OPENS_AT = time("opens_at").nullable().filterable();
    private static final Attribute CLOSES_AT = time("closes_at").nullable().filterable();
    static final ToOne COURSE =
            toOne("course", "courses", "course_id").required(true).identifiedBy("course_identifier");

    static final ResourceType TYPE = ResourceType.named("enrollment_limits")
            .table("registration.enrollment_limits")
            .publicData()
            .attribute(integer("capacity").nullable().atLeast(0).filterable())
            .attribute(integer("waitlist_capacity").nullOnlyIfGiven().atLeast(0).filterable())
            .attribute(OPENS_AT)
            .attribute(CLOSES_AT)
            .attribute(time("drop_until").nullable().filterable())
            .relationship(COURSE)
            .relationship(COURSE_TERM)
            .meta("seats", "registration.seats(r)")
            .counts("taken", "free", "waiting")
            .inOrder(OPENS_AT, CLOSES_AT, "dates_check")
            .uniqueTogether(
                    List.of(),
                    List.of(COURSE, COURSE_TERM),
                    "offering",
                    DUPLICATE.at(
                            pointer("data", "relationships"),
                            "There is already a limit for this course and course term; change that one."))
            .constraint(
                    "enrollment_limits_course_term_id_course_id_fkey",
                    INVALID_VALUE.at(
                            pointer("data", "relationships", COURSE_TERM.name()),
                            "This is not a term of the course; choose a term of the course."))
            .constraint(
                    "enrollment_limits_offering",
                    INVALID_VALUE.at(pointer("data", "relationships"), "The course and the course term cannot change."))
            .build();

    private EnrollmentLimits() {}
}
