package dev.registrar.course;

import static dev.registrar.resource.error.ErrorCode.STILL_REFERENCED;
import static dev.registrar.resource.type.Attribute.bool;
import static dev.registrar.resource.type.Attribute.integer;
import static dev.registrar.resource.type.Attribute.text;
import static dev.registrar.resource.type.Relationship.toOne;

import dev.registrar.resource.type.ResourceType;

/** The declaration of course terms: the offering of a course in one term. */
final class CourseTerms {
    static final String NAME = "course_terms";

    static final ResourceType TYPE = ResourceType.named(NAME)
            .table("course.course_terms")
            .publicData()
            .attribute(text("term_identifier")
                    .required()
                    .upTo(32)
                    .identifier()
                    .unique()
                    .indexed()
                    .filterable()
                    .searchable())
            .attribute(integer("audit_permitted_code").atLeast(0).filterable())
            .attribute(bool("exam_credit_flag").filterable())
            .attribute(Courses.START)
            .attribute(Courses.END)
            .attribute(Courses.LAST_MOD_USER_NAME)
            .attribute(Courses.LAST_MOD_DATE)
            .relationship(toOne("course", Courses.NAME, "course_id").identifiedBy("course_identifier"))
            .inOrder(Courses.START, Courses.END, Courses.IN_ORDER)
            .constraint(
                    "registrations_course_term_id_fkey",
                    STILL_REFERENCED.because(
                            "People are registered for this course term; delete their registrations first."))
            .constraint(
                    "registrations_course_term_id_course_id_fkey",
                    STILL_REFERENCED.because(
                            "People are registered for this course term, so it stays with its course; change or delete their registrations first."))
            .constraint(
                    "enrollment_limits_course_term_id_course_id_fkey",
                    STILL_REFERENCED.because(
                            "The course term has an enrollment limit, so it stays with its course; delete that first."))
            .constraint(
                    "enrollment_permits_course_term_id_course_id_fkey",
                    STILL_REFERENCED.because(
                            "People have permits for this course term, so it stays with its course; delete those first."))
            .build();

    private CourseTerms() {}
}
