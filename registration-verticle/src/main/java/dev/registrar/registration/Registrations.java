package dev.registrar.registration;

import static dev.registrar.registration.enrollment.EnrollmentState.CONFIRMED;
import static dev.registrar.registration.enrollment.EnrollmentState.PENDING;
import static dev.registrar.registration.enrollment.EnrollmentState.REQUESTED;
import static dev.registrar.resource.error.ErrorCode.ALREADY_REGISTERED;
import static dev.registrar.resource.error.ErrorCode.COURSE_TERM_REQUIRED;
import static dev.registrar.resource.error.ErrorCode.DROP_CLOSED;
import static dev.registrar.resource.error.ErrorCode.ENROLLMENT_CLOSED;
import static dev.registrar.resource.error.ErrorCode.ENROLLMENT_NOT_OPEN;
import static dev.registrar.resource.error.ErrorCode.INVALID_VALUE;
import static dev.registrar.resource.error.ErrorSource.pointer;
import static dev.registrar.resource.type.Attribute.text;
import static dev.registrar.resource.type.Attribute.time;
import static dev.registrar.resource.type.Relationship.toOne;

import dev.registrar.resource.document.IdentifierText;
import dev.registrar.resource.error.JsonApiError;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship.ToOne;
import dev.registrar.resource.type.ResourceType;
import java.util.List;

/** The declaration of registrations: a person registered for a course. */
final class Registrations {
    /** The status of a registration whose enrollment is confirmed. */
    static final String ENROLLED = "enrolled";

    static final Attribute ENROLLMENT = text("enrollment")
            .oneOf(REQUESTED, PENDING, CONFIRMED)
            .serverSetStates(List.of(PENDING, CONFIRMED), "To drop the course, DELETE the registration")
            .filterable();

    static final Attribute UNI =
            text("uni").required().upTo(64).identifier().indexed().filterable();

    static final ToOne COURSE =
            toOne("courses", "courses", "course_id").required(true).identifiedBy("course_identifier");

    static final ToOne COURSE_TERM =
            toOne("course_term", "course_terms", "course_term_id").identifiedBy("term_identifier");

    static final Attribute REQUESTED_AT = time("requested_at").indexed();

    static final Attribute CONFIRMED_AT = time("confirmed_at").nullable();

    static final Attribute WAITING_SINCE = time("waiting_since").nullable();

    /** One word for people and programs; {@code enrollment} has only the states of the specification. */
    static final Attribute STATUS = text("status")
            .oneOf("processing", "waiting", ENROLLED, "rejected", "abandoned")
            .computedBy("registration.status")
            .filterable();

    /** Counts the requests for enrollment, so that a state can be matched with the request that led to it. */
    static final String REQUESTS = "requests";

    /** The last change that was rejected or abandoned: a JSON object with the number of its request. */
    static final String REVERTED_CHANGE = "reverted_change";

    /** The seats of the limit when the registration was rejected because the course was full; else null. */
    static final String SEATS_WHEN_FULL = "seats_when_full";

    /** What permits lift, for the question to deciders; null without a permit, and when the registration is not pending. */
    static final String PERMIT = "permit";

    static final JsonApiError OF_ANOTHER_COURSE = INVALID_VALUE.at(
            pointer("data", "relationships", COURSE_TERM.name()),
            "This is not a term of the course of the registration; choose a term of that course, or also change the course.");

    static final ResourceType TYPE = ResourceType.named("registrations")
            .table("registration.registrations")
            .attribute(UNI)
            .attribute(ENROLLMENT)
            .relationship(COURSE)
            .relationship(COURSE_TERM)
            .ownedBy(UNI)
            .meta(REQUESTED_AT)
            .meta(CONFIRMED_AT)
            .meta(WAITING_SINCE)
            .meta(STATUS)
            .meta(ENROLLMENT.name(), "registration.enrollment_process(r)", "requested", UNI.name())
            .internal(ENROLLMENT.name(), REQUESTS, REVERTED_CHANGE, SEATS_WHEN_FULL)
            .internalValue(PERMIT, "CASE WHEN r.enrollment = 'pending' THEN registration.permit_of(r) END")
            .tracedIn("traceparent")
            .outcome(
                    "registration.enrollment_outcome",
                    "registration.enrollment_outcome_number",
                    "rejected",
                    "abandoned")
            .unfinishedWhile(ENROLLMENT, PENDING, "registration.enrollment_retry_after(r)")
            .constraint("registrations_course_term_id_course_id_fkey", OF_ANOTHER_COURSE)
            .constraint("enrollment_not_open", ENROLLMENT_NOT_OPEN.because("People cannot register yet."))
            .constraint("enrollment_closed", ENROLLMENT_CLOSED.because("People can no longer register."))
            .constraint("drop_closed", DROP_CLOSED.because("People can no longer drop the course themselves."))
            .constraint(
                    "course_term_required",
                    COURSE_TERM_REQUIRED.at(pointer("data", "relationships"), "A course term is required."))
            .uniqueTogether(
                    List.of(UNI),
                    List.of(COURSE, COURSE_TERM),
                    "uni_course_id",
                    ALREADY_REGISTERED.at(
                            pointer("data", "attributes", UNI.name()),
                            "This person already has a registration for the same course and term, or keeps it until a change of it is decided."))
            .build();

    private Registrations() {}

    /** Whether two identifiers name the same person: letter case does not matter. */
    static boolean isSamePerson(Object uni, String other) {
        return IdentifierText.areEqual((String) uni, other);
    }
}
