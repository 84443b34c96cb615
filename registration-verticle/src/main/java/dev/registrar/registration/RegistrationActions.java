package dev.registrar.registration;

import static dev.registrar.registration.Registrations.COURSE;
import static dev.registrar.registration.Registrations.TYPE;
import static dev.registrar.registration.Registrations.UNI;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.registration.EnrollmentOutcome.Unaffected;
import dev.registrar.registration.enrollment.LocalWorker;
import dev.registrar.registration.enrollment.claims.Claim;
import dev.registrar.resource.ActionHandler;
import dev.registrar.resource.ResourceService;
import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.document.reading.DocumentReader;
import dev.registrar.resource.document.reading.ResourceDraft;
import dev.registrar.resource.idempotency.IdempotencyKeys;
import dev.registrar.resource.operations.RequestContext;
import dev.registrar.resource.query.QueryReader;
import dev.registrar.resource.reply.LinkageReplies;
import dev.registrar.resource.reply.RequestTarget;
import dev.registrar.resource.reply.ResourceReplies;
import dev.registrar.resource.reply.WriteReplies;
import dev.registrar.resource.result.FoundItem;
import dev.registrar.resource.store.Actor;
import dev.registrar.resource.store.ResourceChanges;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;

/**
 * Handles new registrations and changes of them: commits each before anything else happens, then waits briefly for the
 * enrollment worker to complete a pending one.
 */
final class RegistrationActions {
    private final Vertx vertx;
    private final ResourceChanges changes;
    private final IdempotencyKeys keys;
    private final EnrollmentAwaiter enrollments;
    private final RejectedRegistrations rejected;

    RegistrationActions(Vertx vertx, ResourceService service, EnrollmentAwaiter enrollments) {
        this.vertx = vertx;
        changes = service.changes();
        keys = service.keys();
        this.enrollments = enrollments;
        rejected = new RejectedRegistrations(vertx, keys);
    }

    Map<Action, ActionHandler> handlers() {
        return Map.of(
                Action.CREATE, this::register,
                Action.UPDATE, this::update,
                Action.REPLACE, this::replace,
                Action.LINKAGE_REPLACE, this::replaceCourse);
    }

    /**
     * Replies with 201 when the registration is confirmed within the window, 409 when it is rejected, and otherwise
     * 202.
     */
    private Future<ResourceReply> register(ResourceRequest request) {
        var replies = replies(request);
        var draft = EnrollmentRules.ofNew(new DocumentReader(TYPE).ofNew(request.tree()));
        EnrollmentRules.requireOwn(request.caller(), draft);
        var worker = LocalWorker.withRoom(vertx);
        var claim = worker.map(LocalWorker::columnsOfClaim).orElse(Map.of());
        return keys.begin(
                        TYPE,
                        request,
                        within -> within.insert(TYPE, draft, claim, Actor.of(request), replies.shapeForCaller()),
                        replies::accepted)
                .compose(result -> result.fold(
                        stored -> complete(replies, enroll(replies, draft, stored, worker)), Future::succeededFuture));
    }

    /**
     * Lets the worker for which the new registration was claimed complete it, or any worker if it was not claimed. Meanwhile,
     * the registration may be given to a person whose registrations the caller may not see.
     */
    private Future<EnrollmentOutcome> enroll(
            ResourceReplies replies, ResourceDraft draft, FoundItem stored, Optional<LocalWorker> worker) {
        var shape = replies.shapeForCaller();
        return worker.map(local -> local.take(claimOf(stored, draft)))
                .map(confirmed -> enrollments.await(stored, confirmed, shape, replies.request()))
                .orElseGet(() -> enrollments.await(stored, shape, replies.request()));
    }

    private static Claim claimOf(FoundItem stored, ResourceDraft draft) {
        var uni = (String) draft.value(UNI).orElseThrow();
        var trace = RequestContext.current().flatMap(RequestContext::trace);
        return Claim.ofNew(stored.id(), uni, draft.toOnes().get(COURSE).orElseThrow(), trace);
    }

    private Future<ResourceReply> complete(ResourceReplies replies, Future<EnrollmentOutcome> enrollment) {
        var request = replies.request();
        return enrollment
                .compose(outcome -> rejected.withdraw(request, outcome))
                .map(outcome -> outcome.toReply(replies))
                .compose(reply -> keys.finish(TYPE, request, reply).map(reply));
    }

    private Future<ResourceReply> update(ResourceRequest request) {
        return change(request, new DocumentReader(TYPE)::ofChange);
    }

    private Future<ResourceReply> replace(ResourceRequest request) {
        return change(request, new DocumentReader(TYPE)::ofReplacement);
    }

    private Future<ResourceReply> change(
            ResourceRequest request, BiFunction<Optional<JsonNode>, UUID, ResourceDraft> reader) {
        var replies = replies(request);
        var draft = reader.apply(request.tree(), RequestTarget.id(request, TYPE));
        EnrollmentRules.requireOwn(request.caller(), draft);
        return change(replies, draft);
    }

    private Future<ResourceReply> replaceCourse(ResourceRequest request) {
        var linkage = new LinkageReplies(request, TYPE, COURSE);
        return linkage.atRelationshipUrl(change(linkage, linkage.draft()));
    }

    /**
     * Replies with 200. When the change makes the registration pending: 409 if it is rejected within the window, 202 if
     * it is still pending.
     */
    private Future<ResourceReply> change(WriteReplies replies, ResourceDraft draft) {
        var change = replies.change();
        return changes.of(TYPE, replies.request())
                .update(change, draft, EnrollmentRules::ofChange)
                .map(found -> found.orElseThrow(() -> RequestTarget.notFound(TYPE)))
                .compose(changed -> EnrollmentRules.isPending(changed)
                        ? enrollments.await(changed, change.shape(), replies.request())
                        : Future.succeededFuture(new Unaffected(changed)))
                .map(outcome -> outcome.toReply(replies));
    }

    private ResourceReplies replies(ResourceRequest request) {
        return new ResourceReplies(request, TYPE, new QueryReader(changes.types(), TYPE).ofChange(request.query()));
    }
}
