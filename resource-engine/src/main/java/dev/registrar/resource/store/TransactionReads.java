package dev.registrar.resource.store;

import dev.registrar.resource.database.Database;
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

/** Reads a resource in the transaction that changes it: before the change, to examine its state, and after it. */
final class TransactionReads {
    private final ResourceTypes types;
    private final SelectSql select;

    TransactionReads(ResourceTypes types, SelectSql select) {
        this.types = types;
        this.select = select;
    }

    /** The resource in this shape. */
    Future<Optional<FoundItem>> read(SqlConnection transaction, ResourceType type, UUID id, ResourceQuery shape) {
        var fields = ShownFields.of(type, shape.fields());
        var included = included(id, shape);
        return Database.run(transaction, included.after(select.item(fields, id, List.of())))
                .map(results -> included.item(fields, results));
    }

    /**
     * Takes the row of the resource that is to be changed, so that its state stays.
     *
     * @param fields of the row, which it returns
     * @return empty when there is no such resource; fails when its state does not pass the condition of the change
     */
    Future<Optional<Row>> lock(SqlConnection transaction, ConditionalChange change, ShownFields fields) {
        return change.isUnconditional() || change.isAbout(fields)
                ? lockRow(transaction, change, fields)
                : lockAndRead(transaction, change, fields);
    }

    /** What the condition is about, if anything, is the very row. */
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
     * Takes the row, and reads what the condition is about by statements that follow in the same round trip. One statement
     * cannot do both: it may have to wait for the row, and sees other rows, such as those of to-many linkage, as they were
     * before that. Nor is the row of use for a document that shows a part of it: it has the layout of other fields.
     */
    private Future<Optional<Row>> lockAndRead(SqlConnection transaction, ConditionalChange change, ShownFields fields) {
        var shown = change.shownFields();
        var included = included(change.id(), change.shape());
        var statements = new ArrayList<>(List.of(select.lockedItem(fields, change.id(), change.filters())));
        statements.addAll(included.after(select.item(shown, change.id(), List.of())));
        return Database.run(transaction, statements)
                .map(results -> Database.first(results.get(0)).map(locked -> {
                    change.requireMet(included.item(shown, results.subList(1, results.size()))
                            .orElseThrow());
                    return locked;
                }));
    }

    private IncludedStatements included(UUID id, ResourceQuery shape) {
        return new IncludedStatements(select, types, shape, select.idOf(id));
    }
}
