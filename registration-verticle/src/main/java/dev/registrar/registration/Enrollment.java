package dev.registrar.registration;

import static dev.registrar.registration.Registrations.COURSE;
import static dev.registrar.registration.Registrations.ENROLLMENT;
import static dev.registrar.registration.Registrations.UNI;
import static dev.registrar.registration.enrollment.EnrollmentState.PENDING;
import static dev.registrar.registration.enrollment.EnrollmentState.REQUESTED;
import static dev.registrar.resource.error.ErrorCode.INVALID_TRANSITION;
import static dev.registrar.resource.error.ErrorCode.INVALID_VALUE;
import static dev.registrar.resource.error.ErrorSource.pointer;

import dev.registrar.resource.document.ResourceDraft;
import dev.registrar.resource.error.ErrorSource;
import dev.registrar.resource.store.ChangeRule;
import io.vertx.sqlclient.Row;
import java.util.Optional;

/**
 * What a client may do to the enrollment of a registration: request it. Then it is pending until the enrollment worker
 * completes it. One that is for another person or another course than before is requested anew.
 */
final class Enrollment implements ChangeRule {
    private static final ErrorSource PLACE = pointer("data", "attributes", ENROLLMENT.name());

    private boolean requested;

    /** The draft of a new registration, as it is stored. */
    static ResourceDraft ofNew(ResourceDraft draft) {
        if (!draft.value(ENROLLMENT).equals(Optional.of(REQUESTED))) {
            throw INVALID_VALUE
                    .at(PLACE, "A new registration has the enrollment \"%s\".".formatted(REQUESTED))
                    .asException();
        }
        return draft.with(ENROLLMENT, PENDING);
    }

    /** Whether the change that went through here has requested the enrollment. */
    boolean isRequested() {
        return requested;
    }

    @Override
    public ResourceDraft apply(Row present, ResourceDraft asked) {
        var enrollment = asked.value(ENROLLMENT);
        var isOther = enrollment.isPresent() && !enrollment.get().equals(present.getString(ENROLLMENT.name()));
        if (isOther && !enrollment.get().equals(REQUESTED)) {
            throw INVALID_TRANSITION
                    .at(
                            PLACE,
                            "A client can set the enrollment to \"%s\" only; the rest is the enrollment process."
                                    .formatted(REQUESTED))
                    .asException();
        }
        requested = enrollment.equals(Optional.of(REQUESTED)) || isForAnother(present, asked);
        return requested ? asked.with(ENROLLMENT, PENDING) : asked;
    }

    private static boolean isForAnother(Row present, ResourceDraft asked) {
        var otherPerson = asked.value(UNI).filter(uni -> !uni.equals(present.getString(UNI.name())));
        var otherCourse = Optional.ofNullable(asked.toOnes().get(COURSE))
                .flatMap(course -> course)
                .filter(course -> !course.equals(present.getUUID(COURSE.column())));
        return otherPerson.isPresent() || otherCourse.isPresent();
    }
}
