package dev.registrar.resource.imports;

import static dev.registrar.resource.error.ErrorCode.INVALID_TRANSITION;
import static dev.registrar.resource.type.Attribute.bool;
import static dev.registrar.resource.type.Attribute.integer;
import static dev.registrar.resource.type.Attribute.json;
import static dev.registrar.resource.type.Attribute.text;
import static dev.registrar.resource.type.Attribute.time;
import static dev.registrar.resource.type.Relationship.linkedToMany;

import dev.registrar.platform.database.ProcessWarning;
import dev.registrar.platform.database.RegularRemoval;
import dev.registrar.platform.settings.Settings;
import dev.registrar.resource.ActionHandler;
import dev.registrar.resource.ResourceService;
import dev.registrar.resource.VerticleProcess.Running;
import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.bus.FileFormat;
import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.document.writing.FoundItem;
import dev.registrar.resource.idempotency.IdempotencyKey;
import dev.registrar.resource.query.QueryReader;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.store.RequestScope;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import io.vertx.core.Future;
import java.util.Map;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/** Imports of resources from files, which every verticle offers for its types, and shows to those who have made them. */
public final class Imports {
    private static final int LONGEST_NAME = 64;
    private static final int LONGEST_SENTENCE = 1_000;

    static final String WAITING = "waiting";
    static final String RUNNING = "running";

    private static final Attribute CREATED_AT = time("created_at").indexed().filterable();
    private static final Attribute LINE = integer("line").atLeast(1);

    private static final Attribute STATE =
            text("state").oneOf(WAITING, RUNNING, "done", "cancelled", "failed").filterable();

    static final ResourceType TYPE = ResourceType.named("imports")
            .table("imports.imports")
            .attribute(CREATED_AT)
            .attribute(text("created_by").upTo(Caller.MAX_NAME))
            .attribute(text("resource_type").upTo(LONGEST_NAME).filterable())
            .attribute(text("match_by").upTo(LONGEST_SENTENCE))
            .attribute(text("import_mode").oneOf(Import.Mode.names().toArray(String[]::new)))
            .attribute(bool("strict"))
            .attribute(bool("dry_run"))
            .attribute(STATE)
            .attribute(text("reason").upTo(LONGEST_SENTENCE).nullable())
            .attribute(json("rows").computedBy("imports.counts"))
            .attribute(json("progress").computedBy("imports.progress"))
            .attribute(time("started_at").nullable())
            .attribute(time("ended_at").nullable())
            .relationship(linkedToMany("errors", "import_errors", "import_id"))
            .seenBy(text("seen_by").indexed())
            .constraint(
                    "imports_idempotency_key_key",
                    IdempotencyKey.inProgress().errors().get(0))
            .unfinishedWhile(STATE, RUNNING, "CASE WHEN r.state IN ('waiting', 'running') THEN 1 END")
            .log(CREATED_AT)
            .build();

    private static final ResourceType ERRORS = ResourceType.named("import_errors")
            .table("imports.import_errors")
            .attribute(LINE)
            .attribute(json("errors"))
            .seenBy(text("seen_by").computedBy("imports.seen_by"))
            .log(LINE)
            .build();

    /** The types of imports and of the rows that they reject. */
    public static final ResourceTypes TYPES = ResourceTypes.of(TYPE, ERRORS);

    private Imports() {}

    /** Receives files for every type of the verticle, and serves the imports of all verticles. */
    public static Future<Running> start(ResourceService service) {
        var settings = Settings.read(service.config(), "imports", ImportSettings.class);
        var imports = new StoredImports(service.changing(), service.schema().name());
        startPruning(service, settings);
        service.handle(Action.IMPORT, new ImportUploads(service, settings, imports)::receive);
        Map<Action, ActionHandler> own = Map.of(
                Action.DELETE, scope -> cancel(service, imports, scope),
                Action.EXPORT_RELATED, scope -> exportErrors(service, imports, scope));
        return Future.all(service.serveShared(TYPES, TYPE, own), service.serveShared(TYPES, ERRORS, Map.of()))
                .map(offered -> timeout -> Future.succeededFuture());
    }

    /** What a worker has done stays, and nothing more follows. */
    private static Future<ResourceReply> cancel(ResourceService service, StoredImports imports, RequestScope scope) {
        QueryReader.requireNone(scope.request().query());
        var id = scope.id();
        return imports.cancel(id, scope.request())
                .compose(cancelled -> cancelled
                        ? Future.succeededFuture(ResourceReply.noContent())
                        : find(service, scope)
                                .compose(ended -> Future.failedFuture(INVALID_TRANSITION
                                        .because("This import has ended, so it cannot be cancelled.")
                                        .asException())));
    }

    /** The rejected rows as a CSV file; in the other format, they are exported like all resources. */
    private static Future<ResourceReply> exportErrors(
            ResourceService service, StoredImports imports, RequestScope scope) {
        if (!scope.request().format().equals(Optional.of(FileFormat.CSV))) {
            return service.exports().exportRelated(scope);
        }
        QueryReader.requireNone(scope.request().query());
        return find(service, scope)
                .compose(found -> imports.header(found.id()))
                .compose(header -> service.exports().begin(ERRORS, new RejectedRows(scope.id(), header)));
    }

    private static Future<FoundItem> find(ResourceService service, RequestScope scope) {
        return service.backgroundStore()
                .item(scope, scope.id(), ResourceQuery.PLAIN.within(scope.visible(TYPE)))
                .map(found -> found.orElseThrow(scope::notFound));
    }

    private static void startPruning(ResourceService service, ImportSettings settings) {
        var warning = new ProcessWarning(
                service.vertx(), LoggerFactory.getLogger(Imports.class), "Old imports currently cannot be removed");
        new RegularRemoval(service.vertx(), service.background(), StoredImports.prune(settings.retention()), warning)
                .start(settings.retention());
    }
}
