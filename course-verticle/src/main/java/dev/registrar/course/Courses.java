package dev.registrar.course;

import static dev.registrar.resource.error.ErrorCode.STILL_REFERENCED;
import static dev.registrar.resource.type.Attribute.text;
import static dev.registrar.resource.type.Relationship.toMany;

import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.ResourceType;

/** The declaration of courses, as listed in the bulletin. */
final class Courses {
    static final String NAME = "courses";

    private static final Attribute START = EffectiveDates.START.indexed();
    private static final Attribute END = EffectiveDates.END.indexed();

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
            .attribute(START)
            .attribute(END)
            .attribute(LastModification.USER_NAME)
            .attribute(LastModification.DATE.indexed())
            .relationship(toMany("course_terms", CourseTerms.NAME, "course_id"))
            .inOrder(START, END, EffectiveDates.CHECK)
            .constraint(
                    "registrations_course_id_fkey",
                    STILL_REFERENCED.because(
                            "People are registered for this course; delete their registrations first."))
            .build();

    private Courses() {}
}
