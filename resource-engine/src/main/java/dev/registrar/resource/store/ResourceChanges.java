package dev.registrar.resource.store;

import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.database.CallContext;
import dev.registrar.resource.database.Database;
import dev.registrar.resource.document.reading.ResourceDraft;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.query.SparseFieldsets;
import dev.registrar.resource.result.FoundItem;
import dev.registrar.resource.result.ShownFields;
import dev.registrar.resource.store.sql.SelectSql;
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
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Changes the resources of one verticle. An unconditional change of one row is a single statement; every other change
 * is a transaction. Every future fails with JSON:API errors when a change violates a constraint.
 */
public final class ResourceChanges {
    private static final ResourceDraft NOTHING = new ResourceDraft(Map.of(), Map.of(), Map.of());

    private final ResourceTypes types;
    private final Database database;
    private final SelectSql select;
    private final WriteSql write;
    private final LockSql locks;
    private final TransactionReads reads;
    private final Members members;
    private final ConstraintViolations violations;

    public ResourceChanges(ResourceTypes types, Database database) {
        this(types, database, new SelectSql(types));
    }

    private ResourceChanges(ResourceTypes types, Database database, SelectSql select) {
        this.types = types;
        this.database = database;
        this.select = select;
        violations = new ConstraintViolations(types, database);
        write = new WriteSql(select);
        locks = new LockSql(types, select);
        members = new Members(types, write, locks);
        reads = new TransactionReads(types, select);
    }

    /** The same changes as steps of a transaction; a failed one is undone, and the transaction continues. */
    public ResourceChanges within(SqlConnection transaction) {
        return new ResourceChanges(types, Database.within(transaction), select);
    }

    /**
     * The same changes for a request: bounded by its deadline, and as if there were no resources that its caller may not see.
     *
     * @param type the type that the request was sent for
     */
    public ResourceChanges of(ResourceType type, ResourceRequest request) {
        return new ResourceChanges(
                types, database.of(contextOf(type, request)), Visibility.select(types, request.caller()));
    }

    /** For whom, and until when, the database is used for a request. */
    public static CallContext contextOf(ResourceType type, ResourceRequest request) {
        return new CallContext(
                type.name(),
                request.action().headerValue(),
                request.caller().identity(),
                request.firstId(),
                request::deadline);
    }

    public ResourceTypes types() {
        return types;
    }

    /** Creates a resource, and returns it as the query selects it. */
    public Future<FoundItem> insert(ResourceType type, ResourceDraft draft, Actor actor, ResourceQuery shape) {
        return insert(type, draft, Map.of(), actor, shape);
    }

    /**
     * Creates a resource, and returns it as the query selects it.
     *
     * @param internal SQL expressions for columns that no document shows, by column
     * @param shape an error leads to an existing resource only if that one matches the filters
     */
    public Future<FoundItem> insert(
            ResourceType type, ResourceDraft draft, Map<String, String> internal, Actor actor, ResourceQuery shape) {
        var fields = ShownFields.of(type, shape.fields());
        var insert = write.insert(type, draft, internal, actor, fields);
        Future<Optional<FoundItem>> inserted = draft.toManys().isEmpty() && isAlone(shape)
                ? database.runInGroup(insert)
                        .map(rows -> Database.first(rows).map(row -> FoundItem.alone(fields, row, shape.inclusion())))
                : database.inTransaction(transaction -> Database.run(transaction, insert)
                        .map(rows -> rows.iterator().next().getUUID(0))
                        .compose(id -> members.replace(transaction, draft, id, actor)
                                .compose(replaced -> reads.read(transaction, type, id, shape))));
        return violations
                .explain(inserted, type, Optional.empty(), draft, shape.filters())
                .map(Optional::orElseThrow);
    }

    /** Changes the fields in the draft; empty when the resource does not exist. */
    public Future<Optional<FoundItem>> update(ConditionalChange change, ResourceDraft draft) {
        if (!draft.toManys().isEmpty()) {
            return changeMembers(
                    change,
                    draft,
                    transaction -> Database.run(transaction, write.update(change, draft))
                            .compose(updated -> members.replace(transaction, draft, change.id(), change.actor())));
        }
        var isOneStatement = change.isUnconditional() && isAlone(change.shape());
        return explained(
                change,
                draft,
                isOneStatement
                        ? database.run(write.update(change, draft)).map(rows -> found(change, rows))
                        : inTransaction(
                                change,
                                draft,
                                change.lockedFields(),
                                (transaction, before) -> update(transaction, change, draft)));
    }

    /**
     * Applies a rule to the draft, which must not contain a to-many relationship, and stores the result; empty when the
     * resource does not exist.
     */
    public Future<Optional<FoundItem>> update(ConditionalChange change, ResourceDraft draft, ChangeRule rule) {
        var all = ShownFields.of(change.type(), SparseFieldsets.ALL).ofRow();
        return explained(
                change,
                draft,
                inTransaction(
                        change,
                        draft,
                        all,
                        (transaction, before) -> update(transaction, change, rule.apply(before, draft))));
    }

    private Future<Optional<FoundItem>> update(
            SqlConnection transaction, ConditionalChange change, ResourceDraft draft) {
        var updated = Database.run(transaction, write.update(change, draft));
        return isAlone(change.shape())
                ? updated.map(rows -> found(change, rows))
                : updated.compose(rows -> reads.read(transaction, change.type(), change.id(), change.shape()));
    }

    private static Optional<FoundItem> found(ConditionalChange change, RowSet<Row> rows) {
        return Database.first(rows)
                .map(row -> FoundItem.alone(
                        change.shownFields(), row, change.shape().inclusion()));
    }

    /** Deletes a resource; false when it does not exist. */
    public Future<Boolean> delete(ConditionalChange change) {
        var delete = write.delete(change);
        var members = locks.allMembers(change.type(), change.id());
        if (change.isUnconditional() && members.isEmpty()) {
            return explained(change, database.run(delete)).map(rows -> rows.rowCount() > 0);
        }
        var statements = Stream.concat(members.stream(), Stream.of(delete)).toList();
        return explained(
                change,
                inTransaction(
                                change,
                                NOTHING,
                                change.lockedFields(),
                                (transaction, before) ->
                                        Database.run(transaction, statements).map(Optional::of))
                        .map(Optional::isPresent));
    }

    /** Adds members to a to-many relationship; empty when the resource does not exist. */
    public Future<Optional<FoundItem>> addMembers(ConditionalChange change, ToMany relationship, List<UUID> added) {
        return changeMembers(
                change,
                NOTHING,
                transaction -> Database.run(transaction, write.update(change, NOTHING))
                        .compose(touched ->
                                members.attach(transaction, relationship, change.id(), added, change.actor())));
    }

    /** Removes members from a to-many relationship; empty when the resource does not exist. */
    public Future<Optional<FoundItem>> removeMembers(
            ConditionalChange change, ToMany relationship, List<UUID> removed) {
        return changeMembers(
                change,
                NOTHING,
                transaction -> Database.run(transaction, write.update(change, NOTHING))
                        .compose(touched ->
                                members.detach(transaction, relationship, change.id(), removed, change.actor())));
    }

    /** Changes the members of a to-many relationship, and reads the resource afterwards. */
    private Future<Optional<FoundItem>> changeMembers(
            ConditionalChange change, ResourceDraft draft, Function<SqlConnection, Future<Void>> step) {
        return explained(
                change,
                draft,
                inTransaction(
                        change,
                        draft,
                        change.lockedFields(),
                        (transaction, before) -> step.apply(transaction)
                                .compose(done -> reads.read(transaction, change.type(), change.id(), change.shape()))));
    }

    /** A step that changes a resource whose row the transaction has locked. */
    private interface Step<T> {
        Future<Optional<T>> in(SqlConnection transaction, Row before);
    }

    /**
     * Runs a change while the row is locked, if the resource exists and its state meets the condition.
     *
     * @param draft the resources to which its to-one relationships lead are locked, too
     * @param fields the fields of the row that the step needs
     */
    private <T> Future<Optional<T>> inTransaction(
            ConditionalChange change, ResourceDraft draft, ShownFields fields, Step<T> step) {
        return database.inTransaction(transaction -> lock(transaction, change, draft, fields)
                .compose(before -> before.isPresent()
                        ? step.in(transaction, before.get())
                        : Future.succeededFuture(Optional.empty())));
    }

    private Future<Optional<Row>> lock(
            SqlConnection transaction, ConditionalChange change, ResourceDraft draft, ShownFields fields) {
        // Not awaited: the row is locked in the same round trip.
        var others = Database.run(transaction, locks.others(draft));
        var before = reads.lock(transaction, change, fields);
        return others.compose(locked -> before);
    }

    private static boolean isAlone(ResourceQuery shape) {
        return shape.inclusion().local().isEmpty();
    }

    private <T> Future<T> explained(ConditionalChange change, ResourceDraft draft, Future<T> changed) {
        return violations.explain(changed, change.type(), Optional.of(change.id()), draft, change.filters());
    }

    private static <T> Future<T> explained(ConditionalChange change, Future<T> changed) {
        return changed.recover(failure -> Future.failedFuture(DatabaseErrors.explainChange(change.type(), failure)));
    }
}
