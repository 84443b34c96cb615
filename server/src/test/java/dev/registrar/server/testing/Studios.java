package dev.registrar.server.testing;

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

/** Two resource types that exist only in the tests, with a migration in {@code db/campus}. */
public final class Studios {
    private static final Attribute SINCE = date("open_since").nullable().filterable();
    private static final Attribute UNTIL = date("open_until").nullable();

    private static final ResourceType STUDIOS = ResourceType.named("studios")
            .table("campus.studios")
            .attribute(text("studio_name")
                    .required()
                    .upTo(60)
                    .identifier()
                    .unique()
                    .indexed()
                    .filterable()
                    .searchable())
            .attribute(text("features").upTo(300).searchable())
            .attribute(integer("seats").atLeast(1).filterable())
            .attribute(bool("is_accessible").filterable())
            .attribute(SINCE)
            .attribute(UNTIL)
            .relationship(toOne("taught_course", "courses", "course_id"))
            .relationship(toOne("main_studio", "studios", "main_studio_id"))
            .relationship(toMany("annexes", "studios", "main_studio_id"))
            .relationship(toMany("instruments", "instruments", "studio_id"))
            .inOrder(SINCE, UNTIL, "opening_check")
            .build();

    private static final ResourceType INSTRUMENTS = ResourceType.named("instruments")
            .table("campus.instruments")
            .attribute(text("instrument_name").required().upTo(40).filterable())
            .relationship(toOne("studio", "studios", "studio_id").required(true))
            .build();

    public static final Schema SCHEMA = new Schema("campus", 1, ResourceTypes.of(STUDIOS, INSTRUMENTS));

    private Studios() {}
}
