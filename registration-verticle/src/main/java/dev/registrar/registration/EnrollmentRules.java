package dev.registrar.registration;

import static dev.registrar.registration.Registrations.COURSE;
import static dev.registrar.registration.Registrations.COURSE_TERM;
import static dev.registrar.registration.Registrations.ENROLLMENT;
import static dev.registrar.registration.Registrations.OF_ANOTHER_COURSE;
import static dev.registrar.registration.Registrations.UNI;
import static dev.registrar.registration.enrollment.EnrollmentState.CONFIRMED;
import static dev.registrar.registration.enrollment.EnrollmentState.PENDING;
import static dev.registrar.registration.enrollment.EnrollmentState.REQUESTED;
import static dev.registrar.resource.error.ErrorCode.COURSE_TERM_REQUIRED;
import static dev.registrar.resource.error.ErrorCode.FORBIDDEN;
import static dev.registrar.resource.error.ErrorCode.INVALID_TRANSITION;
import static dev.registrar.resource.error.ErrorCode.INVALID_VALUE;
import static dev.registrar.resource.error.ErrorSource.pointer;

import dev.registrar.registration.enrollment.CourseTermRule;
import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.document.reading.ResourceDraft;
import dev.registrar.resource.document.writing.FoundItem;
import dev.registrar.resource.error.ErrorSource;
import dev.registrar.resource.type.Relationship.ToOne;
import io.vertx.sqlclient.Row;
import java.util.Optional;

/**
 * The rules for registrations and their changes by clients. A client can only request an enrollment; it is then pending
 * until the enrollment worker completes it. A change to another person, course or course term requests it too.
 *
 * @param courseTerm whether a registration needs a course term
 */
record EnrollmentRules(CourseTermRule courseTerm) {
    private static final ErrorSource PLACE = pointer("data", "attributes", ENROLLMENT.name());

    /** A caller who is bound to a person can register only that person. */
    static void requireOwn(Caller caller, ResourceDraft draft) {
        var uni = draft.value(UNI);
        var bound = caller.uni();
        if (bound.isPresent() && uni.isPresent() && !Registrations.isSamePerson(uni.get(), bound.get())) {
            throw FORBIDDEN
                    .at(
                            pointer("data", "attributes", UNI.name()),
                            caller.isBoundToNobody()
                                    ? "You can register only yourself, but your login does not say who you are."
                                    : "You can register only yourself, \"%s\".".formatted(bound.get()))
                    .asException();
        }
    }

    /** Turns the draft of a new registration into the one to store. */
    ResourceDraft ofNew(ResourceDraft draft) {
        requireCourseTerm(draft);
        if (!draft.value(ENROLLMENT).equals(Optional.of(REQUESTED))) {
            throw INVALID_VALUE
                    .at(
                            PLACE,
                            "The enrollment of a new registration must be %s."
                                    .formatted(ENROLLMENT.descriptionForClients()))
                    .asException();
        }
        return draft.with(ENROLLMENT, PENDING);
    }

    /** Turns the draft of a change into the one to store. */
    ResourceDraft ofChange(Row before, ResourceDraft draft) {
        requireAllowed(before, draft);
        requireTerms(before, draft);
        return requestsEnrollment(before, draft) ? draft.with(ENROLLMENT, PENDING) : draft.without(ENROLLMENT);
    }

    void requireTerms(Row before, ResourceDraft draft) {
        requireTermOfCourse(before, draft);
        if (isForOther(COURSE, before, draft) || isForOther(COURSE_TERM, before, draft)) {
            requireCourseTerm(draft);
        }
    }

    private static void requireAllowed(Row before, ResourceDraft draft) {
        var enrollment = draft.value(ENROLLMENT);
        var isAllowed = enrollment.isEmpty()
                || enrollment.get().equals(REQUESTED)
                || enrollment.get().equals(before.getString(ENROLLMENT.name()));
        if (!isAllowed) {
            throw INVALID_TRANSITION
                    .at(PLACE, "The enrollment in a change must be %s.".formatted(ENROLLMENT.descriptionForClients()))
                    .asException();
        }
    }

    private static boolean requestsEnrollment(Row before, ResourceDraft draft) {
        return draft.value(ENROLLMENT).equals(Optional.of(REQUESTED)) || isForAnother(before, draft);
    }

    /** Whether the enrollment process has not completed a registration yet. */
    static boolean isPending(FoundItem registration) {
        return PENDING.equals(registration.row().getString(ENROLLMENT.name()));
    }

    static boolean isConfirmed(FoundItem registration) {
        return CONFIRMED.equals(registration.row().getString(ENROLLMENT.name()));
    }

    private static boolean isForAnother(Row before, ResourceDraft draft) {
        var otherPerson =
                draft.value(UNI).filter(uni -> !Registrations.isSamePerson(uni, before.getString(UNI.name())));
        return otherPerson.isPresent() || isForOther(COURSE, before, draft) || isForOther(COURSE_TERM, before, draft);
    }

    private static boolean isForOther(ToOne toOne, Row before, ResourceDraft draft) {
        return draft.toOnes().containsKey(toOne)
                && !draft.related(toOne).equals(Optional.ofNullable(before.getUUID(toOne.column())));
    }

    /**
     * Requires that a change to another course does not keep the course term explicitly. The database checks every
     * other course term, and removes one that the document of such a change does not contain.
     */
    private static void requireTermOfCourse(Row before, ResourceDraft draft) {
        if (isForOther(COURSE, before, draft)
                && draft.related(COURSE_TERM).isPresent()
                && !isForOther(COURSE_TERM, before, draft)) {
            throw OF_ANOTHER_COURSE.asException();
        }
    }

    void requireCourseTerm(ResourceDraft draft) {
        if (courseTerm == CourseTermRule.REQUIRED && draft.related(COURSE_TERM).isEmpty()) {
            var named = draft.toOnes().containsKey(COURSE_TERM) ? COURSE_TERM : COURSE;
            throw COURSE_TERM_REQUIRED
                    .at(
                            pointer("data", "relationships", named.name()),
                            "People register for a course in a term: choose one of the terms of the course, as the relationship \"%s\"."
                                    .formatted(COURSE_TERM.name()))
                    .asException();
        }
    }
}
