package dev.registrar.gateway.eventbus;

import static dev.registrar.resource.type.Attribute.bool;
import static dev.registrar.resource.type.Attribute.date;
import static dev.registrar.resource.type.Attribute.integer;
import static dev.registrar.resource.type.Attribute.text;
import static dev.registrar.resource.type.Relationship.toMany;
import static dev.registrar.resource.type.Relationship.toOne;

import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import dev.registrar.resource.type.Schema;

/** A resource type that exists only in tests; its migration is in {@code db/campus}. */
public final class Studios {
    private static final Attribute SINCE = date("open_since").nullable().filterable();
    private static final Attribute UNTIL = date("open_until").nullable();

    public static final ResourceType TYPE = ResourceType.named("studios")
            .table("campus.studios")
            .attribute(text("studio_name")
                    .required()
                    .upTo(60)
                    .identifier()
                    .unique()
                    .indexed()
                    .filterable())
            .attribute(integer("seats").atLeast(1).filterable())
            .attribute(bool("is_accessible").filterable())
            .attribute(SINCE)
            .attribute(UNTIL)
            .relationship(toOne("taught_course", "courses", "course_id"))
            .relationship(toOne("main_studio", "studios", "main_studio_id"))
            .relationship(toMany("annexes", "studios", "main_studio_id"))
            .inOrder(SINCE, UNTIL, "opening_check")
            .build();

    public static final Schema SCHEMA = new Schema("campus", ResourceTypes.of(TYPE));

    private Studios() {}
}
