package dev.registrar.registration;

import static dev.registrar.registration.Registrations.TYPE;
import static dev.registrar.resource.error.ErrorCode.FORBIDDEN;
import static dev.registrar.resource.error.ErrorSource.pointer;

import dev.registrar.registration.EnrollmentAnswer.Withdrawal;
import dev.registrar.registration.enrollment.EnrollmentWindow;
import dev.registrar.resource.ActionHandler;
import dev.registrar.resource.ChangedDocuments;
import dev.registrar.resource.LinkageDocuments;
import dev.registrar.resource.ResourceService;
import dev.registrar.resource.Targets;
import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.document.DocumentReader;
import dev.registrar.resource.document.ResourceDraft;
import dev.registrar.resource.idempotency.IdempotencyKeys;
import dev.registrar.resource.query.QueryReader;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.store.FoundItem;
import dev.registrar.resource.store.ResourceChanges;
import dev.registrar.resource.store.ResourceStore;
import dev.registrar.resource.store.Revision;
import io.vertx.core.Future;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * Takes registrations and their changes: commits each before anything else happens, then gives the enrollment worker a
 * moment to complete what has become pending ({@link EnrollmentAnswer}).
 */
final class RegistrationDesk {
    /** A registration that was there before stays, and tells why it was rejected. */
    private static final Withdrawal KEPT = registration -> Future.succeededFuture(true);

    private final ResourceStore store;
    private final ResourceChanges changes;
    private final IdempotencyKeys keys;
    private final EnrollmentWindow window;

    RegistrationDesk(ResourceService service, EnrollmentWindow window) {
        store = service.reservedStore();
        changes = service.changes();
        keys = service.keys();
        this.window = window;
    }

    Map<Action, ActionHandler> handlers() {
        return Map.of(
                Action.CREATE, this::register,
                Action.UPDATE, this::update,
                Action.REPLACE, this::replace,
                Action.LINKAGE_REPLACE, this::replaceCourse);
    }

    /** Answers 201 when the registration is confirmed within the window, 409 when it is rejected, else 202. */
    private Future<ResourceReply> register(ResourceRequest request) {
        var documents = documents(request);
        var draft = Enrollment.ofNew(new DocumentReader(TYPE).ofNew(request.document()));
        demandOwn(request, draft);
        return keys.begin(
                        TYPE,
                        request,
                        within -> within.insert(TYPE, draft, request.caller().name(), documents.shape()),
                        answer(documents)::accepted)
                .compose(begun -> begun.fold(committed -> complete(documents, committed), Future::succeededFuture));
    }

    private Future<ResourceReply> complete(ChangedDocuments documents, FoundItem committed) {
        var request = documents.request();
        return answer(documents)
                .of(committed, documents::created, registration -> withdraw(documents, registration))
                .compose(reply -> keys.finish(TYPE, request, reply).map(reply));
    }

    private Future<ResourceReply> update(ResourceRequest request) {
        var documents = documents(request);
        var draft = new DocumentReader(TYPE).ofChange(request.document(), Targets.id(request, TYPE));
        return change(documents, draft, documents::changed);
    }

    private Future<ResourceReply> replace(ResourceRequest request) {
        var documents = documents(request);
        var draft = new DocumentReader(TYPE).ofReplacement(request.document(), Targets.id(request, TYPE));
        return change(documents, draft, documents::replaced);
    }

    /** Answers 200; when the change requests the enrollment, 409 if it is rejected, and 202 if the window does not suffice. */
    private Future<ResourceReply> change(
            ChangedDocuments documents, ResourceDraft draft, Function<FoundItem, ResourceReply> confirmed) {
        demandOwn(documents.request(), draft);
        var enrollment = new Enrollment();
        var revision = documents.revision(TYPE);
        return changes.update(revision, draft, enrollment)
                .map(found -> found.orElseThrow(() -> Targets.notFound(TYPE)))
                .compose(committed -> enrollment.isRequested()
                        ? answer(documents).of(committed, confirmed, KEPT)
                        : Future.succeededFuture(confirmed.apply(committed)));
    }

    /** A caller who is bound to a person registers nobody else. */
    private static void demandOwn(ResourceRequest request, ResourceDraft draft) {
        var uni = draft.value(Registrations.UNI);
        var bound = request.caller().uni();
        if (bound.isPresent() && uni.isPresent() && !uni.get().equals(bound.get())) {
            throw FORBIDDEN
                    .at(
                            pointer("data", "attributes", Registrations.UNI.name()),
                            "You can register only yourself, \"%s\".".formatted(bound.get()))
                    .asException();
        }
    }

    /** Answers at once: the linkage is what it will be, whatever becomes of the enrollment. */
    private Future<ResourceReply> replaceCourse(ResourceRequest request) {
        var enrollment = new Enrollment();
        var linkage = new LinkageDocuments(request, TYPE, Registrations.COURSE);
        var revision = linkage.revision();
        return linkage.changed(changes.update(revision, linkage.draft(), enrollment))
                .onSuccess(committed -> {
                    if (enrollment.isRequested()) {
                        window.open(revision.id());
                    }
                });
    }

    private EnrollmentAnswer answer(ChangedDocuments documents) {
        return new EnrollmentAnswer(store, window, documents);
    }

    /** A rejected registration that nobody has been told of yet leaves nothing behind. */
    private Future<Boolean> withdraw(ChangedDocuments documents, UUID registration) {
        var rejected = new Revision(
                TYPE,
                registration,
                documents.request().caller().name(),
                ResourceQuery.PLAIN,
                Optional.of(EnrollmentAnswer::demandRejected));
        return keys.undo(TYPE, documents.request(), within -> within.delete(rejected))
                .recover(EnrollmentAnswer::requestedAgain);
    }

    private ChangedDocuments documents(ResourceRequest request) {
        return new ChangedDocuments(request, new QueryReader(changes.types(), TYPE).ofChange(request.query()));
    }
}
