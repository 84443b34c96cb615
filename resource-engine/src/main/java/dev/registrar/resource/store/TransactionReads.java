package dev.registrar.resource.store;

import dev.registrar.resource.database.Database;
import dev.registrar.resource.database.Statement;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.result.FoundItem;
import dev.registrar.resource.result.ShownFields;
import dev.registrar.resource.store.sql.SelectSql;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reads a resource in the transaction that changes it: before the change, to check its state, and after it. */
final class TransactionReads {
    private final ResourceTypes types;
    private final SelectSql select;

    TransactionReads(ResourceTypes types, SelectSql select) {
        this.types = types;
        this.select = select;
    }

    /** Reads the resource as the query selects it. */
    Future<Optional<FoundItem>> read(SqlConnection transaction, ResourceType type, UUID id, ResourceQuery shape) {
        var fields = ShownFields.of(type, shape.fields());
        var included = new IncludedStatements(select, types, shape);
        return Database.run(transaction, statements(fields, id, included))
                .map(results -> included.item(fields, results));
    }

    /**
     * Locks the row of the resource to be changed, so that its state cannot change.
     *
     * @param fields the fields of the row to return
     * @return empty when the resource does not exist; fails when its state does not meet the condition of the change
     */
    Future<Optional<Row>> lock(SqlConnection transaction, ConditionalChange change, ShownFields fields) {
        return change.isUnconditional() || change.isAbout(fields)
                ? lockRow(transaction, change, fields)
                : lockAndRead(transaction, change, fields);
    }

    /** Locks the row when the condition, if there is one, refers only to this row. */
    private Future<Optional<Row>> lockRow(SqlConnection transaction, ConditionalChange change, ShownFields fields) {
        return Database.run(transaction, select.lockedItem(fields, change.id(), change.filters()))
                .map(Database::first)
                .map(row -> row.map(locked -> {
                    change.requireMet(
                            FoundItem.alone(fields, locked, change.shape().inclusion()));
                    return locked;
                }));
    }

    /**
     * Locks the row, and reads what the condition refers to with statements that follow in the same round trip. A
     * single statement cannot do both: it may have to wait for the row, and would see other rows, such as those of
     * to-many linkage, as they were before the wait. Nor can the locked row be used for a document that shows only some
     * fields, because its layout differs.
     */
    private Future<Optional<Row>> lockAndRead(SqlConnection transaction, ConditionalChange change, ShownFields fields) {
        var shown = change.shownFields();
        var included = new IncludedStatements(select, types, change.shape());
        var statements = new ArrayList<>(List.of(select.lockedItem(fields, change.id(), change.filters())));
        statements.addAll(statements(shown, change.id(), included));
        return Database.run(transaction, statements)
                .map(results -> Database.first(results.get(0)).map(locked -> {
                    change.requireMet(included.item(shown, results.subList(1, results.size()))
                            .orElseThrow());
                    return locked;
                }));
    }

    private List<Statement> statements(ShownFields fields, UUID id, IncludedStatements included) {
        var statements = new ArrayList<>(List.of(select.item(fields, id, List.of())));
        statements.addAll(included.of(select.idOf(id)));
        return statements;
    }
}
