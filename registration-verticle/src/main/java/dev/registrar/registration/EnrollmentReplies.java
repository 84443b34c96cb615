package dev.registrar.registration;

import static dev.registrar.registration.Registrations.RETRY_AFTER_SECONDS;
import static dev.registrar.resource.error.ErrorCode.ENROLLMENT_REJECTED;
import static dev.registrar.resource.error.ErrorCode.SERVICE_UNAVAILABLE;

import dev.registrar.registration.EnrollmentOutcome.Abandoned;
import dev.registrar.registration.EnrollmentOutcome.Confirmed;
import dev.registrar.registration.EnrollmentOutcome.Pending;
import dev.registrar.registration.EnrollmentOutcome.Rejected;
import dev.registrar.resource.LinkageDocuments;
import dev.registrar.resource.WriteReplies;
import dev.registrar.resource.bus.Preferences;
import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.store.FoundItem;
import java.util.function.Function;

/**
 * The replies to a request that may make a registration pending.
 *
 * @param request what they are replies to
 * @param settled the registration is what was asked for
 * @param accepted 202: the request is committed, and its enrollment goes on
 */
record EnrollmentReplies(
        ResourceRequest request,
        Function<FoundItem, ResourceReply> settled,
        Function<FoundItem, ResourceReply> accepted) {

    static EnrollmentReplies of(WriteReplies documents, Function<FoundItem, ResourceReply> settled) {
        return new EnrollmentReplies(
                documents.request(), settled, pending -> documents.accepted(pending, RETRY_AFTER_SECONDS));
    }

    static EnrollmentReplies of(LinkageDocuments linkage) {
        return new EnrollmentReplies(
                linkage.request(), linkage::changed, pending -> linkage.accepted(pending, RETRY_AFTER_SECONDS));
    }

    /**
     * Gives the reply once it is known how the enrollment stands.
     *
     * @throws dev.registrar.resource.error.JsonApiException when what was asked for has not come about
     */
    ResourceReply to(EnrollmentOutcome outcome) {
        if (outcome instanceof Rejected rejected) {
            throw ENROLLMENT_REJECTED.because(rejected.reason()).asException();
        }
        if (outcome instanceof Abandoned abandoned) {
            throw SERVICE_UNAVAILABLE
                    .because("No decision has been made, and the registration is as it was before: "
                            + abandoned.reason())
                    .asException();
        }
        var reply = outcome instanceof Confirmed inTime
                ? settled.apply(inTime.registration())
                : accepted.apply(((Pending) outcome).registration());
        var preferences = outcome instanceof Confirmed ? request.preferences().ofWait() : request.preferences();
        return preferences.equals(Preferences.NONE) ? reply : reply.preferred(preferences.toString());
    }
}
