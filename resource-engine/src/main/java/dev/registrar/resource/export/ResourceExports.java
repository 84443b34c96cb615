package dev.registrar.resource.export;

import static dev.registrar.resource.error.ErrorCode.METHOD_NOT_ALLOWED;

import dev.registrar.platform.database.Database;
import dev.registrar.resource.bus.FileFormat;
import dev.registrar.resource.bus.ResourceClient;
import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.bus.stream.ChunkSource;
import dev.registrar.resource.document.writing.DocumentWriter;
import dev.registrar.resource.document.writing.ShownFields;
import dev.registrar.resource.query.ExportQuery;
import dev.registrar.resource.store.DatabaseErrors;
import dev.registrar.resource.store.ExportSql;
import dev.registrar.resource.store.PageSelection;
import dev.registrar.resource.store.PageSelection.RelatedResources;
import dev.registrar.resource.store.RequestScope;
import dev.registrar.resource.store.ResourceStore;
import dev.registrar.resource.type.Relationship.ToMany;
import dev.registrar.resource.type.ResourceType;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Cursor;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The actions that export resources of one type: each replies with the address of a stream, whose chunks follow. */
public final class ResourceExports {
    private static final Logger LOG = LoggerFactory.getLogger(ResourceExports.class);

    /** How long the receiver may ask for nothing. */
    private static final Duration IDLE = Duration.ofSeconds(30);

    private final Vertx vertx;
    private final ResourceStore store;
    private final Database database;
    private final ResourceClient otherVerticles;
    private final ExportLimit limit;

    /**
     * Creates the actions.
     *
     * @param database the connections that only exports use
     */
    public ResourceExports(Vertx vertx, ResourceStore store, Database database, ResourceClient otherVerticles) {
        this.vertx = vertx;
        this.store = store;
        this.database = database;
        this.otherVerticles = otherVerticles;
        limit = ExportLimit.of(vertx);
    }

    /** All resources of the type. */
    public Future<ResourceReply> export(RequestScope scope) {
        return export(scope, scope.type(), Optional.empty());
    }

    /** All resources on the other side of a to-many relationship. */
    public Future<ResourceReply> exportRelated(RequestScope scope) {
        if (!(scope.relationship() instanceof ToMany toMany)) {
            throw METHOD_NOT_ALLOWED
                    .because("Only a to-many relationship can be exported; read the one related resource instead.")
                    .asException();
        }
        var target = scope.types().targetOf(toMany).orElseThrow();
        var related = new RelatedResources(scope.type(), scope.id(), toMany, scope.visible(scope.type()));
        return store.linkage(scope, scope.id(), toMany)
                .map(parent -> parent.orElseThrow(scope::notFound))
                .compose(exists -> export(scope, target, Optional.of(related)));
    }

    private Future<ResourceReply> export(RequestScope scope, ResourceType type, Optional<RelatedResources> related) {
        var hasColumns = scope.request().format().equals(Optional.of(FileFormat.CSV));
        var query = scope.exportQuery(type, hasColumns);
        var selection = PageSelection.of(type, query.resources(), related);
        var content = hasColumns
                ? CsvColumns.file(otherVerticles, scope, selection, query)
                : Future.succeededFuture(objects(scope, selection, query));
        return content.compose(file -> begin(type, file));
    }

    private static FileContent objects(RequestScope scope, PageSelection selection, ExportQuery query) {
        var fields = ShownFields.of(selection.type(), query.resources().fields());
        var statement = ExportSql.objects(scope, selection, fields);
        // However large its resources are: each batch becomes smaller then.
        return new ObjectLines(statement, fields, DocumentWriter.ofChanges(scope.links()));
    }

    /** Completes when the file has begun; it ends later. */
    public Future<ResourceReply> begin(ResourceType type, FileContent file) {
        var begun = Promise.<ResourceReply>promise();
        limit.run(() -> database.withCursor(file.statement(), cursor -> offer(type, cursor, file, begun)))
                .onFailure(failure -> {
                    if (!begun.tryFail(DatabaseErrors.explain(type, failure))) {
                        logEnd(type, failure);
                    }
                });
        return begun.future();
    }

    private Future<Void> offer(ResourceType type, Cursor cursor, FileContent file, Promise<ResourceReply> begun) {
        var chunks = new FileChunks(cursor, file);
        return ChunkSource.open(
                        vertx,
                        () -> chunks.next()
                                .recover(failure -> Future.failedFuture(DatabaseErrors.explain(type, failure))),
                        IDLE)
                .onSuccess(source -> begun.complete(ResourceReply.stream(source.address())))
                .compose(ChunkSource::ended);
    }

    /** Receivers may give up at any time, and are told of everything else by the stream. */
    private static void logEnd(ResourceType type, Throwable failure) {
        if (!(failure instanceof CancellationException)) {
            LOG.warn("An export of {} was cut", type, failure);
        }
    }
}
