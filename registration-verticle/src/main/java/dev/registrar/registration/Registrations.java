package dev.registrar.registration;

import static dev.registrar.resource.error.ErrorCode.DUPLICATE;
import static dev.registrar.resource.error.ErrorSource.pointer;
import static dev.registrar.resource.type.Attribute.text;
import static dev.registrar.resource.type.Relationship.toOne;

import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship.ToOne;
import dev.registrar.resource.type.ResourceType;

/** The registration of a person for a course. */
public final class Registrations {
    static final String REQUESTED = "requested";
    static final String PENDING = "pending";
    static final String CONFIRMED = "confirmed";

    static final Attribute ENROLLMENT =
            text("enrollment").required().oneOf(REQUESTED, PENDING, CONFIRMED).filterable();

    static final Attribute UNI = text("uni").required().upTo(64).filterable();

    static final ToOne COURSE = toOne("courses", "courses", "course_id").required(true);

    public static final ResourceType TYPE = ResourceType.named("registrations")
            .table("registration.registrations")
            .attribute(UNI)
            .attribute(ENROLLMENT)
            .relationship(COURSE)
            .ownedBy(UNI)
            .constraint(
                    "registrations_uni_course_id_key",
                    DUPLICATE.at(
                            pointer("data", "attributes", UNI.name()),
                            "This person is registered for this course already; read that registration."))
            .build();

    private Registrations() {}
}
