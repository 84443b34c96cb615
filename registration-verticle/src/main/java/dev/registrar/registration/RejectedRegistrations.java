package dev.registrar.registration;

import static dev.registrar.registration.Registrations.ENROLLMENT;
import static dev.registrar.registration.Registrations.TYPE;
import static dev.registrar.registration.enrollment.claims.EnrollmentState.REQUESTED;

import dev.registrar.registration.EnrollmentOutcome.Pending;
import dev.registrar.registration.EnrollmentOutcome.Rejected;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.database.ProcessWarning;
import dev.registrar.resource.idempotency.IdempotencyKeys;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.query.filter.Filter;
import dev.registrar.resource.query.filter.FilterOperator;
import dev.registrar.resource.store.Actor;
import dev.registrar.resource.store.ConditionalChange;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes new registrations whose enrollment is rejected while their clients wait, so that these can register again. */
final class RejectedRegistrations {
    private static final Logger LOG = LoggerFactory.getLogger(RejectedRegistrations.class);

    /** The actor of the events of the removal. */
    private static final Actor ENROLLMENT_PROCESS = Actor.system("enrollment");

    /** A new registration is back at this state when it is rejected. */
    private static final String STATE_AFTER_REJECTION = REQUESTED;

    private static final ResourceQuery IF_STILL_REJECTED = ResourceQuery.PLAIN.within(
            Optional.of(new Filter.ByAttribute(ENROLLMENT, FilterOperator.EQ, List.of(STATE_AFTER_REJECTION))));

    private final IdempotencyKeys keys;
    private final ProcessWarning unremoved;

    RejectedRegistrations(Vertx vertx, IdempotencyKeys keys) {
        this.keys = keys;
        unremoved = new ProcessWarning(vertx, LOG, "A rejected registration cannot be removed now");
    }

    /**
     * Removes a new registration if it is rejected, unless a client already received it or it was requested again in the
     * meantime. One that cannot be removed in time stays, and shows why it was rejected.
     *
     * @return the outcome: no longer rejected if the registration stays; never fails
     */
    Future<EnrollmentOutcome> withdraw(ResourceRequest request, EnrollmentOutcome outcome) {
        if (outcome instanceof Rejected rejected) {
            var id = rejected.registration().id();
            var withdrawal = ConditionalChange.bySystem(ENROLLMENT_PROCESS, TYPE, id, IF_STILL_REJECTED);
            return keys.undo(TYPE, request, within -> within.delete(withdrawal))
                    .onFailure(unremoved::log)
                    .otherwise(false)
                    .map(withdrawn -> withdrawn ? rejected : new Pending(rejected.registration()));
        }
        return Future.succeededFuture(outcome);
    }
}
