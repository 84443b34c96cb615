package dev.registrar.registration;

import static dev.registrar.registration.enrollment.EnrollmentState.CONFIRMED;
import static dev.registrar.registration.enrollment.EnrollmentState.PENDING;
import static dev.registrar.registration.enrollment.EnrollmentState.REQUESTED;
import static dev.registrar.resource.error.ErrorCode.ALREADY_REGISTERED;
import static dev.registrar.resource.error.ErrorSource.pointer;
import static dev.registrar.resource.type.Attribute.text;
import static dev.registrar.resource.type.Relationship.toOne;

import dev.registrar.resource.document.IdentifierText;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship.ToOne;
import dev.registrar.resource.type.ResourceType;
import java.util.List;

/** The declaration of registrations: a person registered for a course. */
final class Registrations {
    static final Attribute ENROLLMENT = text("enrollment")
            .oneOf(REQUESTED, PENDING, CONFIRMED)
            .serverSetStates(List.of(PENDING, CONFIRMED), "To drop the course, DELETE the registration")
            .filterable();

    static final Attribute UNI =
            text("uni").required().upTo(64).identifier().indexed().filterable();

    static final ToOne COURSE = toOne("courses", "courses", "course_id").required(true);

    /** Counts the requests for enrollment, so that a state can be matched with the request that led to it. */
    static final String REQUESTS = "requests";

    /** The last change that was rejected or abandoned: a JSON object with the number of its request. */
    static final String REVERTED_CHANGE = "reverted_change";

    static final ResourceType TYPE = ResourceType.named("registrations")
            .table("registration.registrations")
            .attribute(UNI)
            .attribute(ENROLLMENT)
            .relationship(COURSE)
            .ownedBy(UNI)
            .meta(ENROLLMENT.name(), "registration.enrollment_process(r)", "requested", UNI.name())
            .internal(ENROLLMENT.name(), REQUESTS, REVERTED_CHANGE)
            .tracedIn("traceparent")
            .outcome(
                    "registration.enrollment_outcome",
                    "registration.enrollment_outcome_number",
                    "rejected",
                    "abandoned")
            .unfinishedWhile(ENROLLMENT, PENDING, "registration.enrollment_retry_after(r)")
            .uniqueTogether(
                    UNI,
                    COURSE,
                    ALREADY_REGISTERED.at(
                            pointer("data", "attributes", UNI.name()),
                            "This person already has a registration for this course, or keeps it until a change of it is decided."))
            .build();

    private Registrations() {}

    /** Whether two identifiers name the same person: letter case does not matter. */
    static boolean isSamePerson(Object uni, String other) {
        return IdentifierText.areEqual((String) uni, other);
    }
}
