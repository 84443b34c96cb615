package dev.registrar.resource.store;

import static dev.registrar.resource.error.ErrorCode.RELATED_NOT_FOUND;
import static dev.registrar.resource.error.ErrorSource.pointer;

import dev.registrar.resource.document.ResourceDraft;
import dev.registrar.resource.document.ShownFields;
import dev.registrar.resource.query.SparseFieldsets;
import dev.registrar.resource.type.Relationship;
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

/**
 * Changes the resources of one verticle. A change of one row is one statement; a change that also moves members of a
 * to-many relationship is one transaction. Every future fails with the JSON:API fault when a constraint refuses a change.
 */
public final class ResourceChanges {
    private final ResourceTypes types;
    private final Database database;
    private final SelectSql select;
    private final WriteSql write;

    public ResourceChanges(ResourceTypes types, Database database) {
        this.types = types;
        this.database = database;
        select = new SelectSql(types);
        write = new WriteSql(select);
    }

    /** The fields, all of them, of the rows that changes return. */
    public static ShownFields fieldsOf(ResourceType type) {
        return ShownFields.of(type, SparseFieldsets.ALL);
    }

    public Future<Row> insert(ResourceType type, ResourceDraft draft, String callerName) {
        var insert = write.insert(type, draft, callerName);
        if (draft.toManys().isEmpty()) {
            return explained(type, database.run(insert))
                    .map(rows -> rows.iterator().next());
        }
        return explained(
                type,
                database.inTransaction(transaction -> Database.run(transaction, insert)
                        .map(rows -> rows.iterator().next().getUUID(0))
                        .compose(id -> replaceMembers(transaction, draft, id, callerName)
                                .compose(ignored -> reread(transaction, type, id)))
                        .map(Optional::orElseThrow)));
    }

    /** Empty when there is no resource with this id. */
    public Future<Optional<Row>> update(ResourceType type, UUID id, ResourceDraft draft, String callerName) {
        var update = write.update(type, id, draft, callerName);
        if (draft.toManys().isEmpty()) {
            return explained(type, database.run(update)).map(ResourceChanges::first);
        }
        return changeMembers(type, id, update, transaction -> replaceMembers(transaction, draft, id, callerName));
    }

    /** False when there is no resource with this id. */
    public Future<Boolean> delete(ResourceType type, UUID id) {
        return explained(type, database.run(write.delete(type, id))).map(rows -> rows.rowCount() > 0);
    }

    /** Adds members to a to-many relationship; empty when there is no resource with this id. */
    public Future<Optional<Row>> addMembers(
            ResourceType type, UUID id, ToMany relationship, List<UUID> members, String callerName) {
        return changeMembers(
                type,
                id,
                touch(type, id, callerName),
                transaction -> attach(transaction, relationship, id, members, callerName));
    }

    /** Removes members from a to-many relationship; empty when there is no resource with this id. */
    public Future<Optional<Row>> removeMembers(
            ResourceType type, UUID id, ToMany relationship, List<UUID> members, String callerName) {
        var detach = write.detach(targetOf(relationship), relationship, id, members, callerName);
        return changeMembers(
                type,
                id,
                touch(type, id, callerName),
                transaction -> Database.run(transaction, detach).mapEmpty());
    }

    private Statement touch(ResourceType type, UUID id, String callerName) {
        return write.update(type, id, new ResourceDraft(Map.of(), Map.of(), Map.of()), callerName);
    }

    private Future<Optional<Row>> changeMembers(
            ResourceType type, UUID id, Statement update, Function<SqlConnection, Future<Void>> members) {
        return explained(
                type,
                database.inTransaction(transaction -> Database.run(transaction, update)
                        .compose(rows -> rows.size() == 0
                                ? Future.succeededFuture(Optional.<Row>empty())
                                : members.apply(transaction).compose(ignored -> reread(transaction, type, id)))));
    }

    private Future<Void> replaceMembers(SqlConnection transaction, ResourceDraft draft, UUID id, String callerName) {
        Future<Void> replaced = Future.succeededFuture();
        for (var entry : draft.toManys().entrySet()) {
            var relationship = entry.getKey();
            var members = entry.getValue();
            var detach = write.detachAllBut(targetOf(relationship), relationship, id, members, callerName);
            replaced = replaced.compose(ignored -> Database.run(transaction, detach))
                    .compose(ignored -> attach(transaction, relationship, id, members, callerName));
        }
        return replaced;
    }

    private Future<Void> attach(
            SqlConnection transaction, ToMany relationship, UUID id, List<UUID> members, String callerName) {
        var attach = write.attach(targetOf(relationship), relationship, id, members, callerName);
        return Database.run(transaction, attach)
                .compose(rows -> rows.rowCount() == members.size()
                        ? Future.succeededFuture()
                        : Future.failedFuture(RELATED_NOT_FOUND
                                .at(
                                        pointer("data", "relationships", relationship.name(), "data"),
                                        "%s names resources of type %s that do not exist; create them first."
                                                .formatted(relationship.name(), relationship.target()))
                                .asException()));
    }

    private Future<Optional<Row>> reread(SqlConnection transaction, ResourceType type, UUID id) {
        return Database.run(transaction, select.item(fieldsOf(type), id)).map(ResourceChanges::first);
    }

    private ResourceType targetOf(Relationship relationship) {
        return types.targetOf(relationship).orElseThrow();
    }

    private static <T> Future<T> explained(ResourceType type, Future<T> change) {
        return change.recover(failure -> Future.failedFuture(DatabaseFailures.explain(type, failure)));
    }

    private static Optional<Row> first(RowSet<Row> rows) {
        return rows.size() == 0 ? Optional.empty() : Optional.of(rows.iterator().next());
    }
}
