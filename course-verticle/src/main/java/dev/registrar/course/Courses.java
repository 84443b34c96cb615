package dev.registrar.course;

import static dev.registrar.resource.error.ErrorCode.STILL_REFERENCED;
import static dev.registrar.resource.type.Attribute.ServerValue.CALLER_NAME;
import static dev.registrar.resource.type.Attribute.ServerValue.CURRENT_DATE;
import static dev.registrar.resource.type.Attribute.date;
import static dev.registrar.resource.type.Attribute.text;
import static dev.registrar.resource.type.Relationship.toMany;

import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.ResourceType;

/** The declaration of courses, as listed in the bulletin. */
final class Courses {
    static final String NAME = "courses";

    /** The first and last day on which a course or an offering is in effect; null means no bound. */
    static final Attribute START = date("effective_start_date").nullable().filterable();

    static final Attribute END = date("effective_end_date").nullable().filterable();

    /** The suffix of the check constraint that keeps them in order. */
    static final String IN_ORDER = "effective_dates_check";

    /** The user who last changed a course or an offering, and the date. */
    static final Attribute LAST_MOD_USER_NAME = text("last_mod_user_name")
            .upTo(Caller.MAX_NAME)
            .inDictionaryOrder()
            .setByServer(CALLER_NAME)
            .filterable();

    static final Attribute LAST_MOD_DATE =
            date("last_mod_date").setByServer(CURRENT_DATE).filterable();

    static final ResourceType TYPE = ResourceType.named(NAME)
            .table("course.courses")
            .publicData()
            .attribute(text("school_bulletin_prefix_code").upTo(10).code().filterable())
            .attribute(text("suffix_two").upTo(2).code().filterable())
            .attribute(text("subject_area_code").upTo(10).code().indexed().filterable())
            .attribute(text("course_number").upTo(10).code().indexed().filterable())
            .attribute(text("course_identifier")
                    .required()
                    .upTo(32)
                    .identifier()
                    .unique()
                    .indexed()
                    .filterable()
                    .searchable())
            .attribute(text("course_name")
                    .required()
                    .upTo(80)
                    .inDictionaryOrder()
                    .indexed()
                    .filterable()
                    .searchable())
            .attribute(text("course_description")
                    .upTo(20_000)
                    .inDictionaryOrder()
                    .searchable()
                    .filterableByWords())
            .attribute(START.indexed())
            .attribute(END.indexed())
            .attribute(LAST_MOD_USER_NAME)
            .attribute(LAST_MOD_DATE.indexed())
            .relationship(toMany("course_terms", CourseTerms.NAME, "course_id"))
            .inOrder(START.indexed(), END.indexed(), IN_ORDER)
            .constraint(
                    "registrations_course_id_fkey",
                    STILL_REFERENCED.because(
                            "People are registered for this course; delete their registrations first."))
            .constraint(
                    "registrations_course_term_id_course_id_fkey",
                    STILL_REFERENCED.because(
                            "People are registered for a course term, so it stays with its course; change or delete their registrations first."))
            .constraint(
                    "enrollment_limits_course_term_id_course_id_fkey",
                    STILL_REFERENCED.because(
                            "A course term has an enrollment limit, so it stays with its course; delete that first."))
            .constraint(
                    "enrollment_permits_course_term_id_course_id_fkey",
                    STILL_REFERENCED.because(
                            "People have permits for a course term, so it stays with its course; delete those first."))
            .build();

    private Courses() {}
}
