package dev.registrar.resource.imports;

import static dev.registrar.platform.database.Statement.seconds;
import static dev.registrar.resource.bus.RequestReader.LONGEST_UPLOAD;

import dev.registrar.platform.database.Database;
import dev.registrar.platform.database.RegularRemoval;
import dev.registrar.platform.database.Statement;
import dev.registrar.platform.operations.RequestContext;
import dev.registrar.platform.operations.TraceParent;
import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.imports.RecordSplitter.FileRecord;
import dev.registrar.resource.store.RequestScope;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The imports of a verticle in the database, until a worker takes them over.
 *
 * @param verticle the name of its schema
 */
record StoredImports(Database database, String verticle) {
    private static final String COUNT_WAITING =
            "SELECT count(*) FROM imports.imports WHERE verticle = $1 AND state = 'waiting'";

    private static final String BEGIN = """
            INSERT INTO imports.imports (verticle, resource_type, match_by, import_mode, strict, dry_run, media_type, columns,
                created_by, caller, base_url, request_id, traceparent, idempotency_key, received_until)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, now() + make_interval(secs => $15))
            RETURNING id
            """;

    private static final String ADD_ROWS = """
            INSERT INTO imports.rows (import_id, line, content) SELECT $1, * FROM unnest($2::integer[], $3::text[])
            """;

    /** No row if the upload has taken too long. */
    private static final String FINISH = """
            UPDATE imports.imports
            SET state = 'waiting', created_at = clock_timestamp(), seen_by = $2, rows_total = $3, digest = $4, received_until = NULL
            WHERE id = $1 AND received_until > clock_timestamp()
            RETURNING id
            """;

    private static final String FIND_BY_KEY =
            "SELECT id, digest FROM imports.imports WHERE seen_by = $1 AND idempotency_key = $2";

    private static final String ABANDON = """
            UPDATE imports.imports SET received_until = '-infinity' WHERE id = $1 AND received_until IS NOT NULL
            """;

    /** No row if it has ended, or the caller may not see it. A worker writes nothing for an import that is not running. */
    private static final String CANCEL = """
            UPDATE imports.imports SET state = 'cancelled', ended_at = clock_timestamp()
            WHERE id = $1 AND state IN ('waiting', 'running') AND (seen_by = $2 OR $3)
            RETURNING id
            """;

    private static final String HEADER = "SELECT columns FROM imports.imports WHERE id = $1";

    private static final String PRUNE = "SELECT imports.prune(make_interval(secs => $1), $2)";

    /** Removes a batch of what is no longer needed. */
    static Statement prune(Duration retention) {
        return new Statement(PRUNE, Tuple.of(seconds(retention), RegularRemoval.BATCH));
    }

    Future<Long> countWaiting() {
        return database.run(new Statement(COUNT_WAITING, Tuple.of(verticle)))
                .map(rows -> rows.iterator().next().getLong(0));
    }

    /** Begins an import whose rows follow; completes with its id. */
    Future<UUID> begin(RequestScope scope, ImportParameters parameters, Optional<List<String>> header) {
        var request = scope.request();
        var arguments = Tuple.of(
                        verticle,
                        scope.type().name(),
                        String.join(",", parameters.matchBy()),
                        parameters.mode().toString(),
                        parameters.strict(),
                        parameters.dryRun())
                .addString(request.format().orElseThrow().mediaType())
                .addArrayOfString(
                        header.map(names -> names.toArray(String[]::new)).orElse(null))
                .addString(request.caller().name())
                .addJsonObject(request.caller().toJson())
                .addString(request.baseUrl())
                .addString(request.requestId())
                .addString(trace())
                .addString(request.idempotencyKey().orElse(null))
                .addDouble(seconds(LONGEST_UPLOAD));
        return database.run(new Statement(BEGIN, arguments))
                .map(rows -> rows.iterator().next().getUUID(0));
    }

    private static String trace() {
        return RequestContext.current()
                .flatMap(RequestContext::trace)
                .map(TraceParent::toString)
                .orElse(null);
    }

    Future<RowSet<Row>> addRows(UUID id, List<FileRecord> records) {
        var lines = records.stream().map(FileRecord::line).toArray(Integer[]::new);
        var contents = records.stream().map(FileRecord::content).toArray(String[]::new);
        return database.run(
                new Statement(ADD_ROWS, Tuple.of(id).addArrayOfInteger(lines).addArrayOfString(contents)));
    }

    /** Lets a worker begin; false when the file has taken too long. Fails if there is an import with the same key. */
    Future<Boolean> finish(UUID id, Caller caller, int rows, byte[] digest) {
        var arguments = Tuple.of(id, caller.identity(), rows, Buffer.buffer(digest));
        return database.run(new Statement(FINISH, arguments)).map(found -> found.size() > 0);
    }

    /** The id and the digest of the import that a request with this key has made. */
    Future<Optional<Row>> findByKey(Caller caller, String key) {
        return database.run(new Statement(FIND_BY_KEY, Tuple.of(caller.identity(), key)))
                .map(Database::first);
    }

    /** Has an import that did not arrive completely removed. */
    Future<RowSet<Row>> abandon(UUID id) {
        return database.run(new Statement(ABANDON, Tuple.of(id)));
    }

    /** The header of its file; empty if it has none. */
    Future<Optional<List<String>>> header(UUID id) {
        return database.run(new Statement(HEADER, Tuple.of(id)))
                .map(rows -> Database.first(rows)
                        .map(row -> row.getArrayOfStrings(0))
                        .map(List::of));
    }

    /** Returns whether it was waiting or running, and the caller may see it. */
    Future<Boolean> cancel(UUID id, ResourceRequest request) {
        var caller = request.caller();
        var arguments = Tuple.of(id, caller.identity(), caller.scopes().contains(Caller.ADMINISTRATIVE));
        return database.run(new Statement(CANCEL, arguments)).map(found -> found.size() > 0);
    }
}
