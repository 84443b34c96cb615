package dev.registrar.resource.store;

import dev.registrar.resource.database.Database;
import dev.registrar.resource.database.failure.DatabaseFailures;
import dev.registrar.resource.document.reading.ResourceDraft;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.query.SparseFieldsets;
import dev.registrar.resource.result.FoundItem;
import dev.registrar.resource.result.ShownFields;
import dev.registrar.resource.store.sql.SelectSql;
import dev.registrar.resource.time.Deadline;
import dev.registrar.resource.type.Relationship.ToMany;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Changes the resources of one verticle. A change of one row on no condition is one statement; every other one is a
 * transaction. Every future fails with the JSON:API faults when a constraint refuses a change.
 */
public final class ResourceChanges {
    private static final ResourceDraft NOTHING = new ResourceDraft(Map.of(), Map.of(), Map.of());

    private final ResourceTypes types;
    private final Database database;
    private final SelectSql select;
    private final WriteSql write;
    private final Members members;
    private final ConstraintViolations diagnosis;

    public ResourceChanges(ResourceTypes types, Database database) {
        this.types = types;
        this.database = database;
        diagnosis = new ConstraintViolations(types, database);
        select = new SelectSql(types);
        write = new WriteSql(select);
        members = new Members(types, write);
    }

    /** The same changes as steps of a transaction; one that is refused is undone, and the transaction goes on. */
    public ResourceChanges within(SqlConnection transaction) {
        return new ResourceChanges(types, Database.within(transaction));
    }

    /** The same changes for a request that must be over by then. */
    public ResourceChanges until(Deadline deadline) {
        return new ResourceChanges(types, database.until(deadline));
    }

    public ResourceTypes types() {
        return types;
    }

    /** Creates a resource, and returns it in this shape. */
    public Future<FoundItem> insert(ResourceType type, ResourceDraft draft, Actor actor, ResourceQuery shape) {
        var fields = ShownFields.of(type, shape.fields());
        var insert = write.insert(type, draft, actor, fields);
        Future<Optional<FoundItem>> inserted = draft.toManys().isEmpty() && isAlone(shape)
                ? database.run(insert)
                        .map(rows -> Database.first(rows).map(row -> FoundItem.alone(fields, row, shape.inclusion())))
                : database.inTransaction(transaction -> Database.run(transaction, insert)
                        .map(rows -> rows.iterator().next().getUUID(0))
                        .compose(id -> members.replace(transaction, draft, id, actor)
                                .compose(replaced -> read(transaction, type, id, shape))));
        return diagnosis.explain(inserted, type, Optional.empty(), draft).map(Optional::orElseThrow);
    }

    /** Changes what the draft names; empty when there is no such resource. */
    public Future<Optional<FoundItem>> update(ConditionalChange change, ResourceDraft draft) {
        if (draft.toManys().isEmpty() && change.isUnconditional() && isAlone(change.shape())) {
            var updated = database.run(write.update(change, draft)).map(rows -> found(change, rows));
            return diagnosis.explain(updated, change.type(), Optional.of(change.id()), draft);
        }
        return changeLocked(change, draft, transaction -> update(transaction, change, draft));
    }

    /**
     * Changes what a rule makes of the draft, which names no to-many relationship; empty when there is no such resource.
     */
    public Future<Optional<FoundItem>> update(ConditionalChange change, ResourceDraft draft, ChangeRule rule) {
        var all = ShownFields.of(change.type(), SparseFieldsets.ALL);
        var lock = select.lockedItem(all, change.id(), change.shape().filters());
        var changed = database.inTransaction(transaction -> Database.run(transaction, lock)
                .map(Database::first)
                .compose(before -> before.isPresent()
                        ? examine(transaction, change)
                                .map(passed -> write.update(change, rule.apply(before.get(), draft)))
                                .compose(update -> Database.run(transaction, update))
                                .map(rows -> found(change, rows))
                        : Future.succeededFuture(Optional.<FoundItem>empty())));
        return diagnosis.explain(changed, change.type(), Optional.of(change.id()), draft);
    }

    private static Optional<FoundItem> found(ConditionalChange change, RowSet<Row> rows) {
        return Database.first(rows)
                .map(row -> FoundItem.alone(
                        change.shownFields(), row, change.shape().inclusion()));
    }

    /** Deletes a resource; false when there is none. */
    public Future<Boolean> delete(ConditionalChange change) {
        var delete = write.delete(change);
        if (change.isUnconditional()) {
            return explained(change, database.run(delete)).map(rows -> rows.rowCount() > 0);
        }
        return explained(
                change,
                database.inTransaction(transaction -> lock(transaction, change)
                        .compose(found ->
                                found ? Database.run(transaction, delete).map(true) : Future.succeededFuture(false))));
    }

    /** Adds members to a to-many relationship; empty when there is no such resource. */
    public Future<Optional<FoundItem>> addMembers(ConditionalChange change, ToMany relationship, List<UUID> added) {
        return changeLocked(
                change,
                NOTHING,
                transaction -> Database.run(transaction, write.update(change, NOTHING))
                        .compose(touched ->
                                members.attach(transaction, relationship, change.id(), added, change.actor())));
    }

    /** Removes members from a to-many relationship; empty when there is no such resource. */
    public Future<Optional<FoundItem>> removeMembers(
            ConditionalChange change, ToMany relationship, List<UUID> removed) {
        return changeLocked(
                change,
                NOTHING,
                transaction -> Database.run(transaction, write.update(change, NOTHING))
                        .compose(touched ->
                                members.detach(transaction, relationship, change.id(), removed, change.actor())));
    }

    private interface Step {
        Future<Void> in(SqlConnection transaction);
    }

    /** Changes a resource that is there, whose state passes the condition and stays meanwhile. */
    private Future<Optional<FoundItem>> changeLocked(ConditionalChange change, ResourceDraft draft, Step step) {
        Future<Optional<FoundItem>> changed = database.inTransaction(transaction -> lock(transaction, change)
                .compose(found -> found
                        ? step.in(transaction)
                                .compose(done -> read(transaction, change.type(), change.id(), change.shape()))
                        : Future.succeededFuture(Optional.empty())));
        return diagnosis.explain(changed, change.type(), Optional.of(change.id()), draft);
    }

    private Future<Void> update(SqlConnection transaction, ConditionalChange change, ResourceDraft draft) {
        return Database.run(transaction, write.update(change, draft))
                .compose(updated -> members.replace(transaction, draft, change.id(), change.actor()));
    }

    /** False when there is no such resource; fails when its state does not pass the condition. */
    private Future<Boolean> lock(SqlConnection transaction, ConditionalChange change) {
        return Database.run(
                        transaction,
                        select.lock(change.type(), change.id(), change.shape().filters()))
                .map(rows -> rows.size() > 0)
                .compose(found -> found ? examine(transaction, change).map(true) : Future.succeededFuture(false));
    }

    private Future<Void> examine(SqlConnection transaction, ConditionalChange change) {
        if (change.isUnconditional()) {
            return Future.succeededFuture();
        }
        return read(transaction, change.type(), change.id(), change.shape())
                .map(present -> change.requireMet(present.orElseThrow()))
                .mapEmpty();
    }

    private Future<Optional<FoundItem>> read(
            SqlConnection transaction, ResourceType type, UUID id, ResourceQuery shape) {
        var fields = ShownFields.of(type, shape.fields());
        var included = new IncludedStatements(select, types, shape, select.idOf(id));
        return Database.run(transaction, included.after(select.item(fields, id, List.of())))
                .map(results -> included.item(fields, results));
    }

    private static boolean isAlone(ResourceQuery shape) {
        return shape.inclusion().local().isEmpty();
    }

    private static <T> Future<T> explained(ConditionalChange change, Future<T> changed) {
        return changed.recover(failure -> Future.failedFuture(DatabaseFailures.explainChange(change.type(), failure)));
    }
}
