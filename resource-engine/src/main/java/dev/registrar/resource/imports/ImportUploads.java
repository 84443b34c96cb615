package dev.registrar.resource.imports;

import static dev.registrar.resource.error.ErrorCode.TOO_MANY_IMPORTS;

import dev.registrar.resource.ResourceReplies;
import dev.registrar.resource.ResourceService;
import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.Preferences;
import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.idempotency.IdempotencyKey;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.store.DatabaseErrors;
import dev.registrar.resource.store.RequestScope;
import io.vertx.core.Future;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/** Receives the files of imports. The reply to a request follows when its whole file is stored. */
record ImportUploads(ResourceService service, ImportSettings settings, StoredImports imports) {
    /** Each takes some megabytes of memory, whatever is sent. */
    private static final int UPLOADS_OF_NODE = 10;

    /**
     * Receives a file; whatever can be wrong without it is rejected before any of it is asked for.
     *
     * @return 202 with the import, which waits for a worker
     */
    Future<ResourceReply> receive(RequestScope scope) {
        var request = scope.request();
        request.requireUnbound();
        request.requireScope(Action.UPDATE.scope());
        var unused = request.idempotencyKey().map(IdempotencyKey::new);
        var parameters = ImportParameters.of(scope.type(), request);
        return limited(() -> requireRoom()
                .compose(room -> new ImportUpload(service.vertx(), scope, parameters, settings, imports).receive())
                .onSuccess(id -> service.vertx().eventBus().publish(ImportJob.WAITING, imports.verticle()))
                .compose(id -> accepted(scope, parameters, id))
                .recover(failure -> Future.failedFuture(DatabaseErrors.explain(Imports.TYPE, failure))));
    }

    private Future<ResourceReply> limited(Supplier<Future<ResourceReply>> upload) {
        return service.vertx()
                .sharedData()
                .getLocalCounter(Imports.class.getName())
                .compose(counter -> counter.incrementAndGet()
                        .compose(uploads -> uploads > UPLOADS_OF_NODE
                                ? Future.failedFuture(
                                        tooMany("This node receives %s files at a time".formatted(UPLOADS_OF_NODE)))
                                : upload.get())
                        .eventually(() -> counter.decrementAndGet()));
    }

    /** Several files that arrive at the same time may exceed the limit together. */
    private Future<Void> requireRoom() {
        return imports.countWaiting().map(waiting -> {
            if (waiting >= settings.maxWaiting()) {
                throw tooMany("%s imports of %s wait already".formatted(waiting, imports.verticle()));
            }
            return null;
        });
    }

    private static JsonApiException tooMany(String why) {
        return TOO_MANY_IMPORTS.because(why + "; send the file again later.").asException();
    }

    private Future<ResourceReply> accepted(RequestScope scope, ImportParameters parameters, UUID id) {
        var request = scope.request().withQuery(Map.of());
        var ofImport = RequestScope.of(Imports.TYPES, Imports.TYPE, request);
        var shape = ResourceQuery.PLAIN.within(ofImport.visible(Imports.TYPE));
        var replies = new ResourceReplies(ofImport, shape);
        return service.backgroundStore().item(ofImport, id, shape).map(found -> {
            var reply = replies.accepted(found.orElseThrow(ofImport::notFound));
            return parameters.strict() ? reply.withPreferenceApplied(Preferences.STRICT) : reply;
        });
    }
}
