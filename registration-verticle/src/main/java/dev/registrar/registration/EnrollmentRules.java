package dev.registrar.registration;

import static dev.registrar.registration.Registrations.COURSE;
import static dev.registrar.registration.Registrations.ENROLLMENT;
import static dev.registrar.registration.Registrations.UNI;
import static dev.registrar.registration.enrollment.claims.EnrollmentState.PENDING;
import static dev.registrar.registration.enrollment.claims.EnrollmentState.REQUESTED;
import static dev.registrar.resource.error.ErrorCode.INVALID_TRANSITION;
import static dev.registrar.resource.error.ErrorCode.INVALID_VALUE;
import static dev.registrar.resource.error.ErrorSource.pointer;

import dev.registrar.resource.document.reading.ResourceDraft;
import dev.registrar.resource.error.ErrorSource;
import dev.registrar.resource.result.FoundItem;
import io.vertx.sqlclient.Row;
import java.util.Optional;

/**
 * What a client may do to the enrollment of a registration: request it. Then it is pending until the enrollment worker
 * completes it. A change to another person or another course requests it, too.
 */
final class EnrollmentRules {
    private static final ErrorSource PLACE = pointer("data", "attributes", ENROLLMENT.name());

    private EnrollmentRules() {}

    /** The draft of a new registration, as it is stored. */
    static ResourceDraft ofNew(ResourceDraft asked) {
        if (!asked.value(ENROLLMENT).equals(Optional.of(REQUESTED))) {
            throw INVALID_VALUE
                    .at(PLACE, "A new registration has the enrollment \"%s\".".formatted(REQUESTED))
                    .asException();
        }
        return asked.with(ENROLLMENT, PENDING);
    }

    /** The draft of a change, as it is stored. */
    static ResourceDraft ofChange(Row before, ResourceDraft asked) {
        requireAllowed(before, asked);
        return requestsEnrollment(before, asked) ? asked.with(ENROLLMENT, PENDING) : asked.without(ENROLLMENT);
    }

    private static void requireAllowed(Row before, ResourceDraft asked) {
        var enrollment = asked.value(ENROLLMENT);
        var isAllowed = enrollment.isEmpty()
                || enrollment.get().equals(REQUESTED)
                || enrollment.get().equals(before.getString(ENROLLMENT.name()));
        if (!isAllowed) {
            throw INVALID_TRANSITION
                    .at(
                            PLACE,
                            "A client can set the enrollment to \"%s\" only; the enrollment process does the rest."
                                    .formatted(REQUESTED))
                    .asException();
        }
    }

    private static boolean requestsEnrollment(Row before, ResourceDraft asked) {
        return asked.value(ENROLLMENT).equals(Optional.of(REQUESTED)) || isForAnother(before, asked);
    }

    /** Whether the enrollment of a registration is left to the process. */
    static boolean isPending(FoundItem registration) {
        return PENDING.equals(registration.row().getString(ENROLLMENT.name()));
    }

    private static boolean isForAnother(Row before, ResourceDraft asked) {
        var otherPerson =
                asked.value(UNI).filter(uni -> !Registrations.isSamePerson(uni, before.getString(UNI.name())));
        var otherCourse = Optional.ofNullable(asked.toOnes().get(COURSE))
                .flatMap(course -> course)
                .filter(course -> !course.equals(before.getUUID(COURSE.column())));
        return otherPerson.isPresent() || otherCourse.isPresent();
    }
}
