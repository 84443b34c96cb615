package dev.registrar.course;

import static dev.registrar.resource.type.Attribute.bool;
import static dev.registrar.resource.type.Attribute.date;
import static dev.registrar.resource.type.Attribute.integer;
import static dev.registrar.resource.type.Attribute.text;
import static dev.registrar.resource.type.Relationship.toOne;
import static dev.registrar.resource.type.ServerValue.CALLER_NAME;
import static dev.registrar.resource.type.ServerValue.CURRENT_DATE;

import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.type.ResourceType;

/** The offering of a course in one term. */
public final class CourseTerms {
    static final String NAME = "course_terms";

    public static final ResourceType TYPE = ResourceType.named(NAME)
            .table("course.course_terms")
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
            .attribute(EffectiveDates.START)
            .attribute(EffectiveDates.END)
            .attribute(text("last_mod_user_name")
                    .upTo(Caller.MAX_NAME)
                    .setByServer(CALLER_NAME)
                    .filterable())
            .attribute(date("last_mod_date").setByServer(CURRENT_DATE).filterable())
            .relationship(toOne("course", Courses.NAME, "course_id"))
            .inOrder(
                    EffectiveDates.START,
                    EffectiveDates.END,
                    "course_terms_effective_dates_check",
                    EffectiveDates.END_BEFORE_START)
            .build();

    private CourseTerms() {}
}
