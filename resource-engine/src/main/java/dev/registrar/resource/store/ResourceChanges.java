package dev.registrar.resource.store;

import dev.registrar.platform.database.Database;
import dev.registrar.platform.database.Statement;
import dev.registrar.resource.document.reading.ResourceDraft;
import dev.registrar.resource.document.writing.FoundItem;
import dev.registrar.resource.document.writing.ShownFields;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.type.Relationship.ToMany;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Changes the resources of one verticle. An unconditional change of one row is a single statement; every other change
 * is a transaction. Every future fails with JSON:API errors when a change violates a constraint.
 */
public record ResourceChanges(Database database) {
    private static final ResourceDraft NOTHING = new ResourceDraft(Map.of(), Map.of(), Map.of());

    /**
     * Creates a resource, and returns it as the query selects it.
     *
     * @param internal SQL expressions for columns that no document shows, by column
     * @param shape an error leads to an existing resource only if that one matches the filters
     */
    public Future<FoundItem> insert(
            RequestScope scope, ResourceDraft draft, Map<String, String> internal, ResourceQuery shape) {
        var connections = scope.on(database);
        var fields = ShownFields.of(scope.type(), shape.fields());
        var write = new WriteSql(scope, Actor.of(scope.request()));
        var insert = write.insert(scope.type(), draft, internal, fields);
        Future<Optional<FoundItem>> inserted = draft.toManys().isEmpty() && isAlone(shape)
                ? connections
                        .runInGroup(insert)
                        .map(rows -> Database.first(rows).map(row -> FoundItem.alone(fields, row, shape.inclusion())))
                : connections.inTransaction(transaction -> Database.run(transaction, insert)
                        .map(rows -> rows.iterator().next().getUUID(0))
                        .compose(id -> new ToManyChanges(transaction, write, id)
                                .replace(draft)
                                .compose(replaced -> read(transaction, scope, id, shape))));
        return new ConstraintViolations(scope, connections)
                .explain(inserted, Optional.empty(), draft, shape.filters())
                .map(Optional::orElseThrow);
    }

    /** Changes the fields in the draft; empty when the resource does not exist. */
    public Future<Optional<FoundItem>> update(ConditionalChange change, ResourceDraft draft) {
        if (!draft.toManys().isEmpty()) {
            return changeMembers(change, draft, members -> members.replace(draft));
        }
        if (change.isUnconditional() && isAlone(change.shape())) {
            var update = write(change).update(change, draft);
            return explained(change, draft, connections(change).run(update).map(rows -> found(change, rows)));
        }
        return inTransaction(
                change, draft, rowLock(change), (transaction, before) -> update(transaction, change, draft));
    }

    /**
     * Changes a resource in a way that depends on its current state; empty when it does not exist.
     *
     * @param draft the requested change, which must not contain a to-many relationship
     * @param rule makes the change to store from the locked row of the resource, with all fields that are in it, and
     *     the requested change; it throws a {@link dev.registrar.resource.error.JsonApiException} when the state
     *     forbids that
     */
    public Future<Optional<FoundItem>> update(
            ConditionalChange change, ResourceDraft draft, BiFunction<Row, ResourceDraft, ResourceDraft> rule) {
        var all = ShownFields.ofRow(change.type());
        return inTransaction(
                change,
                draft,
                change.scope().select().lockedItem(all, change.id(), change.filters()),
                (transaction, before) -> update(transaction, change, rule.apply(before, draft)));
    }

    private static Future<Optional<FoundItem>> update(
            SqlConnection transaction, ConditionalChange change, ResourceDraft draft) {
        var updated = Database.run(transaction, write(change).update(change, draft));
        return isAlone(change.shape())
                ? updated.map(rows -> found(change, rows))
                : updated.compose(rows -> read(transaction, change));
    }

    private static Optional<FoundItem> found(ConditionalChange change, RowSet<Row> rows) {
        return Database.first(rows)
                .map(row -> FoundItem.alone(
                        change.shownFields(), row, change.shape().inclusion()));
    }

    private static Future<Optional<FoundItem>> read(SqlConnection transaction, ConditionalChange change) {
        return read(transaction, change.scope(), change.id(), change.shape());
    }

    /** Reads a resource in the transaction that has changed it. */
    private static Future<Optional<FoundItem>> read(
            SqlConnection transaction, RequestScope scope, UUID id, ResourceQuery shape) {
        var fields = ShownFields.of(scope.type(), shape.fields());
        var included = new IncludedStatements(scope, shape);
        return Database.run(
                        transaction,
                        included.with(item(scope, fields, id), scope.select().idOf(id)))
                .map(results -> included.item(fields, results));
    }

    private static Statement item(RequestScope scope, ShownFields fields, UUID id) {
        return scope.select().item(fields, id, List.of());
    }

    /** Deletes a resource; false when it does not exist. */
    public Future<Boolean> delete(ConditionalChange change) {
        var delete = write(change).delete(change);
        var members = write(change).lockAllMembers(change.type(), change.id());
        if (change.isUnconditional() && members.isEmpty()) {
            return explained(change, NOTHING, connections(change).run(delete)).map(rows -> rows.rowCount() > 0);
        }
        var statements = Stream.concat(members.stream(), Stream.of(delete)).toList();
        return inTransaction(
                        change,
                        NOTHING,
                        rowLock(change),
                        (transaction, before) ->
                                Database.run(transaction, statements).map(Optional::of))
                .map(Optional::isPresent);
    }

    /** Adds members to a to-many relationship; empty when the resource does not exist. */
    public Future<Optional<FoundItem>> addMembers(ConditionalChange change, ToMany relationship, List<UUID> added) {
        return changeMembers(change, NOTHING, members -> members.attach(relationship, added));
    }

    /** Removes members from a to-many relationship; empty when the resource does not exist. */
    public Future<Optional<FoundItem>> removeMembers(
            ConditionalChange change, ToMany relationship, List<UUID> removed) {
        return changeMembers(change, NOTHING, members -> members.detach(relationship, removed));
    }

    /** Changes a resource and then the members of its to-many relationships, and reads it afterwards. */
    private Future<Optional<FoundItem>> changeMembers(
            ConditionalChange change, ResourceDraft draft, Function<ToManyChanges, Future<Void>> members) {
        var write = write(change);
        return inTransaction(
                change,
                draft,
                rowLock(change),
                (transaction, before) -> Database.run(transaction, write.update(change, draft))
                        .compose(updated -> members.apply(new ToManyChanges(transaction, write, change.id())))
                        .compose(done -> read(transaction, change)));
    }

    /**
     * Runs a change while the row is locked, if the resource exists and its state meets the preconditions.
     *
     * @param draft the resources to which its to-one relationships lead are locked, too
     * @param lock locks the row, and selects what the step needs of it
     */
    private <T> Future<Optional<T>> inTransaction(
            ConditionalChange change,
            ResourceDraft draft,
            Statement lock,
            BiFunction<SqlConnection, Row, Future<Optional<T>>> step) {
        return explained(change, draft, connections(change).inTransaction(transaction -> {
            // Not awaited: the row is locked in the same round trip.
            var others = Database.run(transaction, write(change).lockOthers(draft));
            var before = lock(transaction, change, lock);
            return others.compose(locked -> before)
                    .compose(row -> row.map(found -> step.apply(transaction, found))
                            .orElseGet(() -> Future.succeededFuture(Optional.empty())));
        }));
    }

    /** Locks only the row of the resource. */
    private static Statement rowLock(ConditionalChange change) {
        return change.scope().select().lock(change.type(), change.id(), change.filters());
    }

    /**
     * Locks the row of the resource, if it exists, and returns it; fails when its state does not meet the
     * preconditions. What these refer to is read with statements that follow in the same round trip. A single statement
     * cannot do both: it may have to wait for the row, and would see other rows, such as those of to-many linkage, as
     * they were before the wait.
     */
    private static Future<Optional<Row>> lock(SqlConnection transaction, ConditionalChange change, Statement lock) {
        if (change.isUnconditional()) {
            return Database.run(transaction, lock).map(Database::first);
        }
        var scope = change.scope();
        var fields = change.shownFields();
        var included = new IncludedStatements(scope, change.shape());
        List<Statement> statements = new ArrayList<>(List.of(lock));
        statements.addAll(
                included.with(item(scope, fields, change.id()), scope.select().idOf(change.id())));
        return Database.run(transaction, statements).map(results -> {
            var locked = Database.first(results.get(0));
            locked.ifPresent(row -> change.requireMet(
                    included.item(fields, results.subList(1, results.size())).orElseThrow()));
            return locked;
        });
    }

    private Database connections(ConditionalChange change) {
        return change.scope().on(database);
    }

    private static WriteSql write(ConditionalChange change) {
        return new WriteSql(change.scope(), change.actor());
    }

    private static boolean isAlone(ResourceQuery shape) {
        return shape.inclusion().local().isEmpty();
    }

    private <T> Future<T> explained(ConditionalChange change, ResourceDraft draft, Future<T> changed) {
        return new ConstraintViolations(change.scope(), connections(change))
                .explain(changed, Optional.of(change.id()), draft, change.filters());
    }
}
