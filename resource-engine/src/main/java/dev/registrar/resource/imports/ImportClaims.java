package dev.registrar.resource.imports;

import static dev.registrar.platform.database.Statement.seconds;

import dev.registrar.platform.database.Database;
import dev.registrar.platform.database.Statement;
import dev.registrar.resource.document.writing.ErrorsDocument;
import dev.registrar.resource.error.JsonApiError;
import dev.registrar.resource.imports.RecordSplitter.FileRecord;
import dev.registrar.resource.type.ResourceTypes;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The imports of a verticle as a work queue that its workers on all nodes share: one of them works on the oldest import.
 * All times are by the database's clock.
 *
 * @param verticle the name of its schema
 */
record ImportClaims(Database database, String verticle, Duration lease) {
    /** That of an import in progress whose worker is lost comes first; while there is a worker, no other one begins. */
    private static final String CLAIM = """
            UPDATE imports.imports
            SET state = 'running', claim = claim + 1, claimed_until = clock_timestamp() + make_interval(secs => $2),
                started_at = coalesce(started_at, clock_timestamp())
            WHERE id = (
                    SELECT id FROM imports.imports WHERE verticle = $1 AND state IN ('waiting', 'running')
                    ORDER BY state = 'waiting', created_at, id LIMIT 1 FOR UPDATE)
                AND (state = 'waiting' OR claimed_until < clock_timestamp())
            RETURNING *
            """;

    private static final String HELD = "WHERE id = $1 AND claim = $2 AND state = 'running'";

    private static final String RENEW = """
            UPDATE imports.imports SET claimed_until = clock_timestamp() + make_interval(secs => $3) %s""".formatted(HELD);

    private static final String RECORD = """
            UPDATE imports.imports
            SET line = $3, rows_read = $4, rows_created = $5, rows_updated = $6, rows_unchanged = $7,
                rows_rejected = $8 %s""".formatted(HELD);

    private static final String END = """
            UPDATE imports.imports SET state = $3, reason = $4, ended_at = clock_timestamp(), claimed_until = NULL %s""".formatted(HELD);

    /** What a worker of an import that is stored at once has left behind. */
    private static final String RESTART = """
            WITH restarted AS (
                UPDATE imports.imports
                SET line = 0, rows_read = 0, rows_created = 0, rows_updated = 0, rows_unchanged = 0, rows_rejected = 0 %s
                RETURNING id
            ), removed AS (
                DELETE FROM imports.import_errors WHERE import_id IN (SELECT id FROM restarted)
            )
            SELECT id FROM restarted""".formatted(HELD);

    /** At least one row, and no more than fit into the memory. */
    private static final String ROWS = """
            SELECT line, content FROM (
                SELECT line, content, sum(length(content)) OVER (ORDER BY line) AS characters, row_number() OVER (ORDER BY line) AS number
                FROM (SELECT line, content FROM imports.rows WHERE import_id = $1 AND line > $2 ORDER BY line LIMIT $3) following
            ) numbered
            WHERE characters < 4000000 OR number = 1
            ORDER BY line
            """;

    private static final String ERRORS = """
            INSERT INTO imports.import_errors (import_id, line, errors, content)
            SELECT $1, line, errors::jsonb, content
            FROM unnest($2::integer[], $3::text[], $4::text[]) AS rejected (line, errors, content)
            """;

    /** The failure of a write for an import that another worker has claimed, or that has been cancelled. */
    static final class LostClaimException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        LostClaimException() {
            super("The import was cancelled, or another worker has claimed it", null, false, false);
        }
    }

    /** Claims the oldest import, unless a worker has claimed it or another one; the row has all columns. */
    Future<Optional<Row>> claim() {
        return database.run(new Statement(CLAIM, Tuple.of(verticle, seconds(lease))))
                .map(Database::first);
    }

    static ClaimedImport claimedIn(ResourceTypes types, Row row) {
        return new ClaimedImport(
                Import.of(types, row), row.getLong("claim"), Progress.of(row), row.getInteger("rows_total"));
    }

    /** Continues the lease; fails with {@link LostClaimException}. */
    Future<Void> renew(UUID id, long token) {
        return requireHeld(database.run(new Statement(RENEW, Tuple.of(id, token, seconds(lease))))
                .map(renewed -> renewed.rowCount()));
    }

    /** Lets another worker continue at once. */
    Future<Void> release(ClaimedImport held) {
        return database.run(new Statement(RENEW, Tuple.of(held.work().id(), held.token(), -1.0)))
                .mapEmpty();
    }

    /** How far the import has come; fails with {@link LostClaimException}. */
    Future<Progress> progress(ClaimedImport held) {
        var arguments = Tuple.of(held.work().id(), held.token());
        return database.run(new Statement("SELECT * FROM imports.imports " + HELD, arguments))
                .map(rows -> Database.first(rows).map(Progress::of).orElseThrow(LostClaimException::new));
    }

    /** The rows after a line, at most this many. */
    Future<List<FileRecord>> rowsAfter(int line, Import work, int limit) {
        return database.run(new Statement(ROWS, Tuple.of(work.id(), line, limit)))
                .map(rows -> Database.list(rows, row -> new FileRecord(row.getInteger(0), row.getString(1))));
    }

    /** Records the progress and the rejected rows in a transaction; fails with {@link LostClaimException}. */
    static Future<Void> record(
            SqlConnection transaction,
            ClaimedImport held,
            Progress progress,
            Map<ImportedRow, List<JsonApiError>> rejected) {
        var recorded = Database.run(
                transaction,
                new Statement(
                        RECORD,
                        Tuple.of(held.work().id(), held.token(), progress.line(), progress.read(), progress.created())
                                .addInteger(progress.updated())
                                .addInteger(progress.unchanged())
                                .addInteger(progress.rejected())));
        var errors = rejected.isEmpty()
                ? Future.succeededFuture()
                : Database.run(transaction, errors(held.work(), rejected));
        return requireHeld(recorded.map(updated -> updated.rowCount()))
                .compose(fenced -> errors)
                .mapEmpty();
    }

    private static Statement errors(Import work, Map<ImportedRow, List<JsonApiError>> rejected) {
        var lines = rejected.keySet().stream().map(ImportedRow::line).toArray(Integer[]::new);
        var objects = rejected.values().stream()
                .map(errors -> ErrorsDocument.objects(errors, work.requestId(), Optional.of(work.baseUrl()))
                        .encode())
                .toArray(String[]::new);
        var contents = rejected.keySet().stream().map(ImportedRow::content).toArray(String[]::new);
        return new Statement(ERRORS, Tuple.of(work.id(), lines, objects, contents));
    }

    /** Begins an import that is stored at once from its first row. */
    Future<Void> restart(ClaimedImport held) {
        return requireHeld(
                database.run(new Statement(RESTART, Tuple.of(held.work().id(), held.token())))
                        .map(rows -> rows.size()));
    }

    /** A statement that ends an import; it changes no row if the claim is lost. */
    static Statement end(UUID id, long token, String state, Optional<String> reason) {
        return new Statement(END, Tuple.of(id, token, state, reason.orElse(null)));
    }

    static Future<Void> requireHeld(Future<Integer> changed) {
        return changed.map(rows -> {
            if (rows == 0) {
                throw new LostClaimException();
            }
            return null;
        });
    }
}
