package dev.registrar.registration;

import static dev.registrar.registration.Registrations.COURSE;
import static dev.registrar.registration.Registrations.COURSE_TERM;
import static dev.registrar.registration.Registrations.ENROLLMENT;
import static dev.registrar.registration.Registrations.PERMIT;
import static dev.registrar.registration.Registrations.REQUESTED_AT;
import static dev.registrar.registration.Registrations.TYPE;
import static dev.registrar.registration.Registrations.UNI;
import static dev.registrar.registration.enrollment.EnrollmentState.REQUESTED;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.platform.database.ProcessWarning;
import dev.registrar.platform.operations.RequestContext;
import dev.registrar.registration.EnrollmentOutcome.Confirmed;
import dev.registrar.registration.EnrollmentOutcome.Failed;
import dev.registrar.registration.EnrollmentOutcome.Pending;
import dev.registrar.registration.enrollment.AttemptResult;
import dev.registrar.registration.enrollment.Claim;
import dev.registrar.registration.enrollment.LocalWorker;
import dev.registrar.registration.enrollment.Offering;
import dev.registrar.registration.enrollment.Permit;
import dev.registrar.registration.enrollment.Requester;
import dev.registrar.resource.ActionHandler;
import dev.registrar.resource.LinkageReplies;
import dev.registrar.resource.ResourceReplies;
import dev.registrar.resource.ResourceService;
import dev.registrar.resource.WriteReplies;
import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.bus.Preferences;
import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.document.reading.DocumentReader;
import dev.registrar.resource.document.reading.ResourceDraft;
import dev.registrar.resource.document.writing.FoundItem;
import dev.registrar.resource.idempotency.IdempotencyKeys;
import dev.registrar.resource.query.Filter;
import dev.registrar.resource.query.FilterOperator;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.store.Actor;
import dev.registrar.resource.store.ConditionalChange;
import dev.registrar.resource.store.RequestScope;
import dev.registrar.resource.store.ResourceChanges;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles new registrations and changes of them: commits each before anything else happens, then waits briefly for the
 * enrollment worker to complete a pending one.
 */
final class RegistrationActions {
    private static final Logger LOG = LoggerFactory.getLogger(RegistrationActions.class);

    /** The actor of the events of the removal of a rejected registration. */
    private static final Actor ENROLLMENT_PROCESS = Actor.system("enrollment");

    /** A new registration is back at {@code requested} when it is rejected. */
    private static final ResourceQuery IF_STILL_REJECTED = ResourceQuery.PLAIN.within(
            Optional.of(new Filter.ByAttribute(ENROLLMENT, FilterOperator.EQ, List.of(REQUESTED))));

    private final Vertx vertx;
    private final ResourceChanges changes;
    private final IdempotencyKeys keys;
    private final EnrollmentAwaiter enrollments;
    private final EnrollmentRules rules;
    private final ProcessWarning unremoved;

    RegistrationActions(Vertx vertx, ResourceService service, EnrollmentAwaiter enrollments, EnrollmentRules rules) {
        this.vertx = vertx;
        changes = service.changes();
        keys = service.keys();
        this.enrollments = enrollments;
        this.rules = rules;
        unremoved = new ProcessWarning(vertx, LOG, "A rejected registration currently cannot be removed");
    }

    Map<Action, ActionHandler> handlers() {
        return Map.of(
                Action.CREATE,
                this::register,
                Action.UPDATE,
                scope -> change(scope, new DocumentReader(TYPE)::ofChange),
                Action.REPLACE,
                scope -> change(scope, new DocumentReader(TYPE)::ofReplacement),
                Action.LINKAGE_REPLACE,
                this::replaceLinkage);
    }

    /**
     * Replies with 201 when the registration is confirmed within the window, 409 when it is rejected, and otherwise
     * 202.
     */
    private Future<ResourceReply> register(RequestScope scope) {
        var replies = ResourceReplies.of(scope);
        var draft = rules.ofNew(new DocumentReader(TYPE).ofNew(scope.request().tree()));
        EnrollmentRules.requireOwn(scope.request().caller(), draft);
        var worker = LocalWorker.withRoom(vertx);
        var claim = worker.map(LocalWorker::columnsOfClaim).orElse(Map.of());
        return keys.once(
                scope,
                within -> changes.insert(within, draft, claim, replies.shape()),
                replies::accepted,
                stored -> complete(
                        replies,
                        stored,
                        worker.map(local -> local.acquire(
                                claimOf(stored, draft, scope.request().caller())))));
    }

    /**
     * Waits for the worker for which the new registration was claimed, or any worker if it was not claimed. Meanwhile,
     * the registration may be given to a person whose registrations the caller may not see.
     */
    private Future<ResourceReply> complete(
            ResourceReplies replies, FoundItem stored, Optional<Future<AttemptResult>> attempt) {
        var scope = replies.scope();
        return enrollments
                .await(stored, attempt, replies.shape(), scope)
                .compose(outcome -> withdrawIfFailed(scope, outcome))
                .map(outcome -> reply(replies, outcome))
                .compose(reply -> keys.finish(scope, reply).map(reply));
    }

    private static Claim claimOf(FoundItem stored, ResourceDraft draft, Caller caller) {
        var uni = (String) draft.value(UNI).orElseThrow();
        var offering = new Offering(draft.related(COURSE).orElseThrow(), draft.related(COURSE_TERM));
        var requestedAt = stored.row().getOffsetDateTime(REQUESTED_AT.name());
        var trace = RequestContext.current().flatMap(RequestContext::trace);
        return Claim.ofNew(
                stored.id(),
                uni,
                offering,
                requestedAt,
                new Requester(caller.name(), caller.isBound()),
                Permit.of(stored.row().getJsonObject(PERMIT)),
                trace);
    }

    /**
     * Removes a new registration whose enrollment is rejected while its client waits, so that the client can register
     * again; not if a client already received it or it was requested again in the meantime. One that cannot be removed
     * in time stays, and shows why it was rejected.
     *
     * @return the outcome: no longer failed if the registration stays; never fails
     */
    private Future<EnrollmentOutcome> withdrawIfFailed(RequestScope scope, EnrollmentOutcome outcome) {
        if (outcome instanceof Failed failed) {
            var id = failed.registration().id();
            return keys.undo(
                            scope,
                            within -> changes.delete(
                                    ConditionalChange.bySystem(within, ENROLLMENT_PROCESS, id, IF_STILL_REJECTED)))
                    .onFailure(unremoved::log)
                    .otherwise(false)
                    .map(withdrawn -> withdrawn ? failed : new Pending(failed.registration()));
        }
        return Future.succeededFuture(outcome);
    }

    private static ResourceReply reply(WriteReplies replies, EnrollmentOutcome outcome) {
        if (outcome instanceof Failed failed) {
            throw failed.error().asException();
        }
        var preferences = EnrollmentAwaiter.applicable(replies.scope().request());
        return outcome instanceof Confirmed confirmed
                ? applied(preferences.ofWait(), replies.done(confirmed.registration()))
                : applied(preferences, replies.accepted(((Pending) outcome).registration()));
    }

    private static ResourceReply applied(Preferences preferences, ResourceReply reply) {
        return preferences.equals(Preferences.NONE) ? reply : reply.withPreferenceApplied(preferences.toString());
    }

    private Future<ResourceReply> change(
            RequestScope scope, BiFunction<Optional<JsonNode>, UUID, ResourceDraft> reader) {
        var replies = ResourceReplies.of(scope);
        var draft = reader.apply(scope.request().tree(), scope.id());
        EnrollmentRules.requireOwn(scope.request().caller(), draft);
        return change(replies, draft);
    }

    private Future<ResourceReply> replaceLinkage(RequestScope scope) {
        var linkage = new LinkageReplies(scope, scope.relationship());
        return linkage.atRelationshipUrl(change(linkage, linkage.draft()));
    }

    /**
     * Replies with 200. When the change makes the registration pending: 409 if it is rejected within the window, 202 if
     * it is still pending.
     */
    private Future<ResourceReply> change(WriteReplies replies, ResourceDraft draft) {
        var change = replies.change(replies.scope());
        return changes.update(change, draft, rules::ofChange)
                .map(found -> found.orElseThrow(replies.scope()::notFound))
                .compose(changed -> EnrollmentRules.isPending(changed)
                        ? enrollments
                                .await(changed, Optional.empty(), change.shape(), replies.scope())
                                .map(outcome -> reply(replies, outcome))
                        : Future.succeededFuture(replies.done(changed)));
    }
}
