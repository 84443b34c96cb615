package dev.registrar.resource.store;

import dev.registrar.platform.database.Database;
import dev.registrar.platform.database.DatabaseFailures;
import dev.registrar.platform.database.SqlStates;
import dev.registrar.platform.database.Statement;
import dev.registrar.resource.error.JsonApiException;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes many changes of one type within a transaction, with few statements. Each change takes effect or is rejected for
 * itself, with the errors that a request of its own would get.
 */
public record BulkChanges(RequestScope scope, SqlConnection transaction) {

    /** Makes the changes, and returns the errors of those that were rejected, by index. */
    public Future<Map<Integer, JsonApiException>> make(List<BulkChange> changes) {
        if (changes.isEmpty()) {
            return Future.succeededFuture(Map.of());
        }
        Map<Integer, JsonApiException> rejected = new HashMap<>();
        return Database.run(transaction, write().prepareAll(scope.type(), changes))
                .compose(prepared -> make(changes, 0, changes.size(), rejected))
                .map(rejected);
    }

    /** Where one of the changes is wrong, each half of them is made for itself. */
    private Future<Void> make(List<BulkChange> all, int from, int to, Map<Integer, JsonApiException> rejected) {
        if (to - from == 1) {
            return makeOne(all.get(from), from, rejected);
        }
        var middle = (from + to) / 2;
        return Database.undoable(transaction, () -> store(all.subList(from, to)))
                .recover(failure -> isAboutChange(failure)
                        ? make(all, from, middle, rejected).compose(half -> make(all, middle, to, rejected))
                        : Future.failedFuture(failure));
    }

    private Future<Void> makeOne(BulkChange change, int index, Map<Integer, JsonApiException> rejected) {
        var violations = new ConstraintViolations(scope, Database.within(transaction));
        return Database.undoable(
                        transaction,
                        () -> violations.explain(
                                Database.undoable(transaction, () -> store(List.of(change))),
                                change.id(),
                                change.draft(),
                                List.of()))
                .recover(failure -> {
                    if (failure instanceof JsonApiException errors && errors.status() < 500) {
                        rejected.put(index, errors);
                        return Future.succeededFuture();
                    }
                    return Future.failedFuture(failure);
                });
    }

    /** Whether the database works, and refuses one of the changes. */
    private static boolean isAboutChange(Throwable failure) {
        return DatabaseFailures.causeOf(failure) instanceof PgException error
                && !SqlStates.isContention(error)
                && !SqlStates.isOutage(error);
    }

    private Future<Void> store(List<BulkChange> changes) {
        Map<BulkChange.Columns, List<BulkChange>> alike = new LinkedHashMap<>();
        changes.forEach(change -> alike.computeIfAbsent(change.columns(), columns -> new ArrayList<>())
                .add(change));
        List<Statement> statements = new ArrayList<>();
        alike.forEach((columns, some) -> statements.add(
                columns.areNew() ? write().insertAll(scope.type(), some) : write().updateAll(scope.type(), some)));
        return Database.run(transaction, statements).mapEmpty();
    }

    private WriteSql write() {
        return new WriteSql(scope, Actor.of(scope.request()));
    }
}
