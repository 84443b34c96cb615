package dev.registrar.registration;

import static dev.registrar.resource.error.ErrorCode.INVALID_VALUE;
import static dev.registrar.resource.error.ErrorSource.pointer;

import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.document.DocumentReader;
import dev.registrar.resource.document.DocumentWriter;
import dev.registrar.resource.document.Links;
import dev.registrar.resource.document.ResourceDraft;
import dev.registrar.resource.query.QueryReader;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.store.FoundItem;
import dev.registrar.resource.store.ResourceChanges;
import dev.registrar.resource.store.ResourceStore;
import io.vertx.core.Future;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBus;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Takes registrations: commits each as pending before anything else happens, then gives the enrollment worker a moment
 * to complete it. The answer says what the database says when that moment is over.
 */
final class RegistrationDesk {
    private static final int RETRY_AFTER_SECONDS = 1;

    private final ResourceStore store;
    private final ResourceChanges changes;
    private final EventBus bus;
    private final Duration syncWindow;

    RegistrationDesk(ResourceStore store, ResourceChanges changes, EventBus bus, Duration syncWindow) {
        this.store = store;
        this.changes = changes;
        this.bus = bus;
        this.syncWindow = syncWindow;
    }

    /** Answers a create request: 201 when the registration is confirmed within the window, else 202. */
    Future<ResourceReply> register(ResourceRequest request) {
        QueryReader.refuseAll(request.query());
        var draft = pending(new DocumentReader(Registrations.TYPE).ofNew(request.document()));
        return changes.insert(Registrations.TYPE, draft, request.caller().name())
                .compose(this::afterWindow)
                .map(row -> answer(request, row));
    }

    private static ResourceDraft pending(ResourceDraft draft) {
        if (!draft.value(Registrations.ENROLLMENT).equals(Optional.of(Registrations.REQUESTED))) {
            throw INVALID_VALUE
                    .at(
                            pointer("data", "attributes", Registrations.ENROLLMENT.name()),
                            "A new registration has the enrollment \"%s\".".formatted(Registrations.REQUESTED))
                    .asException();
        }
        return draft.with(Registrations.ENROLLMENT, Registrations.PENDING);
    }

    /** The registration is committed: from here on, no failure may make the answer an error. */
    private Future<Row> afterWindow(Row committed) {
        var id = committed.getUUID(0);
        return awaitWorker(id)
                .otherwiseEmpty()
                .compose(windowOver -> store.item(Registrations.TYPE, id, ResourceQuery.PLAIN))
                .map(found -> found.map(FoundItem::row).orElse(committed))
                .otherwise(committed);
    }

    private Future<Void> awaitWorker(UUID id) {
        var options = new DeliveryOptions().setSendTimeout(syncWindow.toMillis());
        return bus.request(EnrollmentBus.WORKER, id.toString(), options).mapEmpty();
    }

    private static ResourceReply answer(ResourceRequest request, Row registration) {
        var links = new Links(request.baseUrl());
        var location = links.item(Registrations.TYPE, registration.getUUID(0));
        var document =
                new DocumentWriter(links).item(ResourceChanges.fieldsOf(Registrations.TYPE), registration, List.of());
        return registration.getString(Registrations.ENROLLMENT.name()).equals(Registrations.CONFIRMED)
                ? ResourceReply.created(document, location)
                : ResourceReply.accepted(document, location, RETRY_AFTER_SECONDS);
    }
}
