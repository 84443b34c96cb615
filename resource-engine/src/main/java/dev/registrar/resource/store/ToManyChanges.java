package dev.registrar.resource.store;

import static dev.registrar.resource.error.ErrorCode.RELATED_NOT_FOUND;
import static dev.registrar.resource.error.ErrorSource.pointer;

import dev.registrar.platform.database.Database;
import dev.registrar.resource.document.reading.ResourceDraft;
import dev.registrar.resource.error.JsonApiError;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.type.Relationship.ToMany;
import dev.registrar.resource.type.ResourceType;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * Changes the members of the to-many relationships of a resource within a transaction, which first locks all resources
 * that may change.
 */
record ToManyChanges(SqlConnection transaction, WriteSql write, UUID id) {
    Future<Void> replace(ResourceDraft draft) {
        Future<Void> replaced = Future.succeededFuture();
        for (var entry : draft.toManys().entrySet()) {
            var relationship = entry.getKey();
            var members = entry.getValue();
            var statements = List.of(
                    write.lockMembers(relationship, id, members),
                    write.detachAllBut(relationship, id, members),
                    write.attach(relationship, id, members));
            replaced = replaced.compose(ignored -> Database.run(transaction, statements))
                    .map(results -> requireAll(relationship, members, results.get(2)));
        }
        return replaced;
    }

    /** Adds members; fails with {@code related_not_found} for each one that does not exist. */
    Future<Void> attach(ToMany relationship, List<UUID> members) {
        var statements = List.of(write.lockMembers(relationship, members), write.attach(relationship, id, members));
        return Database.run(transaction, statements).map(results -> requireAll(relationship, members, results.get(1)));
    }

    Future<Void> detach(ToMany relationship, List<UUID> members) {
        var statements = List.of(write.lockMembers(relationship, members), write.detach(relationship, id, members));
        return Database.run(transaction, statements).mapEmpty();
    }

    private static Void requireAll(ToMany relationship, List<UUID> members, RowSet<Row> attached) {
        var found = Database.list(attached, row -> row.getUUID(0));
        var missing = missing(relationship, members, Set.copyOf(found));
        if (!missing.isEmpty()) {
            throw new JsonApiException(missing);
        }
        return null;
    }

    /** The errors for the members that were not found, at most as many as one response reports. */
    static List<JsonApiError> missing(ToMany relationship, List<UUID> members, Set<UUID> found) {
        return IntStream.range(0, members.size())
                .filter(index -> !found.contains(members.get(index)))
                .limit(JsonApiException.MAX_ERRORS + 1L)
                .mapToObj(index -> missing(relationship, index))
                .toList();
    }

    private static JsonApiError missing(ToMany relationship, int index) {
        return RELATED_NOT_FOUND.at(
                pointer("data", "relationships", relationship.name(), "data", Integer.toString(index), "id"),
                ResourceType.nothingAmong(relationship.target()));
    }
}
