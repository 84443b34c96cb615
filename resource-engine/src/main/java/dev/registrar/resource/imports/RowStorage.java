package dev.registrar.resource.imports;

import static dev.registrar.platform.database.DatabaseFailures.causeOf;

import dev.registrar.platform.database.Database;
import dev.registrar.resource.error.JsonApiError;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.store.BulkChanges;
import dev.registrar.resource.store.RequestScope;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Stores what the rows of an import change, the errors of those that are rejected, and how far it has come.
 *
 * @param hasRequests whether rows that are requests to the handlers of their type are left to these
 */
record RowStorage(RequestScope scope, ClaimedImport held, RowErrors places, boolean hasRequests) {

    /** The rows that the database refuses. */
    private static final class RefusedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient Map<ImportedRow, JsonApiException> refused;

        RefusedException(Map<ImportedRow, JsonApiException> refused) {
            super("The database refuses rows", null, false, false);
            this.refused = refused;
        }
    }

    /**
     * Stores rows but for those that are rejected, and records the progress. PostgreSQL's client commits no transaction
     * in which a statement has failed, so after that the others are stored in another one.
     */
    Future<Progress> store(
            Database database, Progress before, List<ImportedRow> rows, Map<ImportedRow, JsonApiException> rejected) {
        return database.inTransaction(transaction -> change(transaction, rows, rejected)
                        .compose(refused -> refused.isEmpty()
                                ? record(transaction, before, rows, rejected)
                                : Future.failedFuture(new RefusedException(refused))))
                .recover(failure -> {
                    if (causeOf(failure) instanceof RefusedException found) {
                        rejected.putAll(found.refused);
                        return store(database, before, rows, rejected);
                    }
                    return Future.failedFuture(failure);
                });
    }

    /** Stores what rows change, unless they are requests; returns the errors of those that are refused. */
    Future<Map<ImportedRow, JsonApiException>> change(
            SqlConnection transaction, List<ImportedRow> rows, Map<ImportedRow, JsonApiException> rejected) {
        var stored = rows.stream()
                .filter(row -> row.hasEffect() && !(row.isRequest() && hasRequests) && !rejected.containsKey(row))
                .toList();
        var changes = stored.stream().map(ImportedRow::change).toList();
        return new BulkChanges(scope.within(transaction), transaction)
                .make(changes)
                .map(refused -> {
                    Map<ImportedRow, JsonApiException> byRow = new LinkedHashMap<>();
                    refused.forEach((index, errors) -> byRow.put(stored.get(index), errors));
                    return byRow;
                });
    }

    /** The errors of all rows that are rejected, in the order of the rows. */
    private Map<ImportedRow, List<JsonApiError>> withErrors(
            List<ImportedRow> rows, Map<ImportedRow, JsonApiException> rejected) {
        Map<ImportedRow, List<JsonApiError>> all = new LinkedHashMap<>();
        for (var row : rows) {
            if (row.isRejected()) {
                all.put(row, places.of(row.errors()));
            } else if (rejected.containsKey(row)) {
                all.put(row, places.of(rejected.get(row).errors()));
            }
        }
        return all;
    }

    /** Records how far the import has come with these rows; what a strict import does is said at its end. */
    Future<Progress> record(
            SqlConnection transaction,
            Progress before,
            List<ImportedRow> rows,
            Map<ImportedRow, JsonApiException> rejected) {
        var errors = withErrors(rows, rejected);
        var after = before.after(rows, errors);
        var known = held.work().strict() ? after.withoutEffects() : after;
        return ImportClaims.record(transaction, held, known, errors).map(after);
    }
}
