package dev.registrar.resource.store;

import dev.registrar.platform.database.Database;
import dev.registrar.platform.database.Statement;
import dev.registrar.resource.document.writing.FoundItem;
import dev.registrar.resource.document.writing.ShownFields;
import dev.registrar.resource.query.ResourceQuery;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reads a resource in the transaction that changes it: before the change, to check its state, and after it. */
record TransactionReads(SqlConnection transaction, RequestScope scope) {
    /** Reads the resource as the query selects it. */
    Future<Optional<FoundItem>> read(UUID id, ResourceQuery shape) {
        var fields = ShownFields.of(scope.type(), shape.fields());
        var included = new IncludedStatements(scope, shape);
        return Database.run(transaction, statements(fields, id, included))
                .map(results -> included.item(fields, results));
    }

    /**
     * Locks the row of the resource to be changed, so that its state cannot change.
     *
     * @return empty when the resource does not exist; fails when its state does not meet the preconditions of the
     *     change
     */
    Future<Optional<Row>> lock(ConditionalChange change) {
        var lock = scope.select().lock(scope.type(), change.id(), change.filters());
        if (change.isUnconditional()) {
            return Database.run(transaction, lock).map(Database::first);
        }
        return change.isAboutRow() ? lockRow(change, change.shownFields()) : lockAndRead(change, lock);
    }

    /** Like {@link #lock}, and returns all fields that are in the row. */
    Future<Optional<Row>> lockWithFields(ConditionalChange change) {
        var all = ShownFields.ofRow(scope.type());
        return change.isUnconditional()
                        || (change.isAboutRow() && change.shownFields().equals(all))
                ? lockRow(change, all)
                : lockAndRead(change, scope.select().lockedItem(all, change.id(), change.filters()));
    }

    /** Locks the row when the preconditions, if there are any, refer only to this row. */
    private Future<Optional<Row>> lockRow(ConditionalChange change, ShownFields fields) {
        return Database.run(transaction, scope.select().lockedItem(fields, change.id(), change.filters()))
                .map(Database::first)
                .map(row -> row.map(locked -> {
                    change.requireMet(
                            FoundItem.alone(fields, locked, change.shape().inclusion()));
                    return locked;
                }));
    }

    /**
     * Locks the row, and reads what the preconditions refer to with statements that follow in the same round trip. A
     * single statement cannot do both: it may have to wait for the row, and would see other rows, such as those of
     * to-many linkage, as they were before the wait.
     */
    private Future<Optional<Row>> lockAndRead(ConditionalChange change, Statement lock) {
        var shown = change.shownFields();
        var included = new IncludedStatements(scope, change.shape());
        var statements = new ArrayList<>(List.of(lock));
        statements.addAll(statements(shown, change.id(), included));
        return Database.run(transaction, statements)
                .map(results -> Database.first(results.get(0)).map(locked -> {
                    change.requireMet(included.item(shown, results.subList(1, results.size()))
                            .orElseThrow());
                    return locked;
                }));
    }

    private List<Statement> statements(ShownFields fields, UUID id, IncludedStatements included) {
        var statements = new ArrayList<>(List.of(scope.select().item(fields, id, List.of())));
        statements.addAll(included.of(scope.select().idOf(id)));
        return statements;
    }
}
