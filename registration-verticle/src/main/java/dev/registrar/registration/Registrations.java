package dev.registrar.registration;

import static dev.registrar.registration.enrollment.claims.EnrollmentState.CONFIRMED;
import static dev.registrar.registration.enrollment.claims.EnrollmentState.PENDING;
import static dev.registrar.registration.enrollment.claims.EnrollmentState.REQUESTED;
import static dev.registrar.resource.error.ErrorCode.DUPLICATE;
import static dev.registrar.resource.error.ErrorSource.pointer;
import static dev.registrar.resource.type.Attribute.text;
import static dev.registrar.resource.type.Relationship.toOne;

import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship.ToOne;
import dev.registrar.resource.type.ResourceType;

/** The registration of a person for a course. */
final class Registrations {
    static final Attribute ENROLLMENT =
            text("enrollment").required().oneOf(REQUESTED, PENDING, CONFIRMED).filterable();

    static final Attribute UNI =
            text("uni").required().upTo(64).identifier().indexed().filterable();

    static final ToOne COURSE = toOne("courses", "courses", "course_id").required(true);

    /** When to look again at a registration whose enrollment is pending. */
    static final int RETRY_AFTER_SECONDS = 1;

    /** How often the enrollment has been requested: which request it is that a state has come of. */
    static final String REQUESTS = "requests";

    static final ResourceType TYPE = ResourceType.named("registrations")
            .table("registration.registrations")
            .attribute(UNI)
            .attribute(ENROLLMENT)
            .relationship(COURSE)
            .ownedBy(UNI)
            .meta(ENROLLMENT.name(), "registration.enrollment_process(r)")
            .internal(ENROLLMENT.name(), REQUESTS)
            .outcome("registration.enrollment_outcome")
            .unfinishedWhile(ENROLLMENT, PENDING, RETRY_AFTER_SECONDS)
            .constraint(
                    "registrations_uni_course_id_key",
                    DUPLICATE.at(
                            pointer("data", "attributes", UNI.name()),
                            "This person is registered for this course already, or may return to it: read that registration."))
            .build();

    private Registrations() {}

    /** Whether two identifiers name one person: they may differ in the case of their letters. */
    static boolean isSamePerson(Object uni, String other) {
        return other.equalsIgnoreCase((String) uni);
    }
}
