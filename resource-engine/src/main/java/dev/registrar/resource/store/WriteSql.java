package dev.registrar.resource.store;

import static dev.registrar.resource.store.SelectSql.ALIAS;

import dev.registrar.platform.database.Statement;
import dev.registrar.resource.document.Ids;
import dev.registrar.resource.document.reading.ResourceDraft;
import dev.registrar.resource.document.writing.ShownFields;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship.ToMany;
import dev.registrar.resource.type.Relationship.ToOne;
import dev.registrar.resource.type.ResourceType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Builds the SQL of a change. Inserts and updates return the changed row with all its fields.
 *
 * <p>A change that is not a single statement locks the rows before it changes any of them. All changes lock in the same
 * order, so they do not deadlock: first the resources to which its to-one relationships lead, as PostgreSQL will do to
 * check the foreign keys, then the resource itself, then the members of its to-many relationships by id. Locking and
 * changing are separate statements: the second one sees what other transactions have changed while the first one was
 * waiting for them.
 */
record WriteSql(RequestScope scope, Actor actor) {
    Statement insert(ResourceType type, ResourceDraft draft, Map<String, String> internal, ShownFields shown) {
        var assignments = requested(draft);
        assignments.addAll(setByServer(type));
        internal.forEach((column, expression) -> assignments.add(new Assignment(column, sql -> sql.add(expression))));
        type.traceColumn().ifPresent(column -> assignments.add(trace(column)));
        var columns = assignments.stream().map(Assignment::column).collect(Collectors.joining(", "));
        var sql = new Sql().add("INSERT INTO " + type.table() + " AS " + ALIAS + " (" + columns + ") VALUES (");
        addList(sql, assignments.stream().map(Assignment::value).toList());
        return addReturning(sql.add(")"), shown).finish();
    }

    /** Creates resources that set the same columns. */
    Statement insertAll(ResourceType type, List<BulkChange> changes) {
        var values = BulkValues.of(changes);
        var assignments = assigned(values, changes);
        assignments.addAll(setByServer(type));
        type.traceColumn().ifPresent(column -> assignments.add(trace(column)));
        var columns = assignments.stream().map(Assignment::column).collect(Collectors.joining(", "));
        var sql = new Sql().add("INSERT INTO " + type.table() + " AS " + ALIAS + " (" + columns + ") SELECT ");
        addList(sql, assignments.stream().map(Assignment::value).toList());
        values.addTo(sql.add(" FROM "));
        return sql.finish();
    }

    /** Changes the same columns of resources. */
    Statement updateAll(ResourceType type, List<BulkChange> changes) {
        var values = BulkValues.of(changes);
        var sql = beginUpdate(type, assigned(values, changes));
        values.addTo(sql.add(" FROM "));
        return sql.add(" WHERE " + ALIAS + ".id = " + BulkValues.ALIAS + ".id").finish();
    }

    private static List<Assignment> assigned(BulkValues values, List<BulkChange> changes) {
        List<Assignment> assignments = new ArrayList<>();
        values.columns()
                .forEach(column ->
                        assignments.add(new Assignment(column, sql -> sql.add(BulkValues.ALIAS + "." + column))));
        changes.get(0)
                .internal()
                .forEach((column, expression) -> assignments.add(new Assignment(column, sql -> sql.add(expression))));
        return assignments;
    }

    /** Makes the caller the actor, and locks what changes lead to and what they change, each in the order of the ids. */
    List<Statement> prepareAll(ResourceType type, List<BulkChange> changes) {
        var others = type.toOnes()
                .filter(this::isLocal)
                .map(toOne -> lockAll(
                        scope.types().targetOf(toOne).orElseThrow(),
                        changes.stream().flatMap(change -> change.draft().related(toOne).stream()),
                        "KEY SHARE"));
        var changed = lockAll(type, changes.stream().flatMap(change -> change.id().stream()), "NO KEY UPDATE");
        return Stream.of(Stream.of(actor.ofTransaction()), others, Stream.of(changed))
                .flatMap(statements -> statements)
                .toList();
    }

    private static Statement lockAll(ResourceType type, Stream<UUID> ids, String strength) {
        var sql = new Sql().add("SELECT count(*) FROM (SELECT FROM " + type.table());
        return sql.add(" WHERE id = ANY(?)", ids.distinct().toArray(UUID[]::new))
                .add(" ORDER BY id FOR " + strength + ") locked")
                .finish();
    }

    Statement update(ConditionalChange change, ResourceDraft draft) {
        var type = change.type();
        var assignments = requested(draft);
        var sql = beginUpdate(type, assignments);
        SelectSql.itself(change.id(), change.filters()).addTo(sql);
        return addReturning(sql, change.shownFields()).finish();
    }

    /**
     * Begins an update with these assignments, the values that the server sets, and the trace of the request. An update
     * must assign something, so it assigns the id to itself if there is nothing else.
     */
    private Sql beginUpdate(ResourceType type, List<Assignment> requested) {
        List<Assignment> assignments = new ArrayList<>(requested);
        assignments.addAll(setByServer(type));
        type.traceColumn().filter(column -> !actor.isProcess()).ifPresent(column -> assignments.add(trace(column)));
        if (assignments.isEmpty()) {
            assignments.add(new Assignment("id", sql -> sql.add(ALIAS + ".id")));
        }
        var sql = new Sql().add("UPDATE " + type.table() + " AS " + ALIAS + " SET ");
        addList(sql, assignments);
        return sql;
    }

    private List<Assignment> requested(ResourceDraft draft) {
        List<Assignment> assignments = new ArrayList<>();
        draft.attributes().forEach((attribute, value) -> assignments.add(Assignment.of(attribute.name(), value)));
        draft.toOnes()
                .forEach((toOne, other) ->
                        assignments.add(new Assignment(toOne.column(), sql -> addOther(sql, toOne, other))));
        return assignments;
    }

    /**
     * Locks the other resource before the row, in the order that this class locks in; the foreign key would lock it
     * after it. If the caller sees no such resource, the nil UUID violates the foreign key.
     */
    private void addOther(Sql sql, ToOne toOne, Optional<UUID> other) {
        if (other.isPresent() && isLocal(toOne)) {
            select().addLockedId(sql.add("coalesce("), toOne, other.get());
            sql.add(", '" + Ids.NIL + "')");
        } else {
            sql.argument(other.orElse(null));
        }
    }

    Statement delete(ConditionalChange change) {
        var sql = new Sql().add("DELETE FROM " + change.type().table() + " AS " + ALIAS);
        SelectSql.itself(change.id(), change.filters()).addTo(sql);
        actor.addTo(sql.add(" RETURNING "));
        return sql.finish();
    }

    /**
     * Makes these resources members of a to-many relationship, even if they belonged to another one, and returns their
     * ids. Like the other changes of members, it must run in a transaction that has changed the parent and thereby set
     * the actor.
     */
    Statement attach(ToMany relationship, UUID parent, List<UUID> members) {
        var sql = beginUpdate(targetOf(relationship), List.of(Assignment.of(relationship.foreignKey(), parent)));
        sql.add(" WHERE id = ANY(?)", members.toArray(UUID[]::new));
        select().addVisible(sql, ALIAS, relationship);
        return sql.add(" RETURNING id").finish();
    }

    Statement detach(ToMany relationship, UUID parent, List<UUID> members) {
        return addDetach(relationship, parent)
                .add(" AND id = ANY(?)", members.toArray(UUID[]::new))
                .finish();
    }

    Statement detachAllBut(ToMany relationship, UUID parent, List<UUID> kept) {
        return addDetach(relationship, parent)
                .add(" AND id <> ALL(?)", kept.toArray(UUID[]::new))
                .finish();
    }

    private Sql addDetach(ToMany relationship, UUID parent) {
        var none = new Assignment(relationship.foreignKey(), value -> value.add("NULL"));
        var sql = beginUpdate(targetOf(relationship), List.of(none));
        sql.add(" WHERE " + relationship.foreignKey() + " = ?", parent);
        select().addVisible(sql, ALIAS, relationship);
        return sql;
    }

    /** Locks the resources to which the to-one relationships in the draft lead, unless another verticle stores them. */
    List<Statement> lockOthers(ResourceDraft draft) {
        return draft.toOnes().keySet().stream()
                .filter(this::isLocal)
                .flatMap(toOne -> draft.toOnes().get(toOne).stream().map(other -> {
                    var sql = new Sql().add("SELECT ");
                    select().addLockedId(sql, toOne, other);
                    return sql.finish();
                }))
                .toList();
    }

    /** Locks resources that may be or become members of a to-many relationship. */
    Statement lockMembers(ToMany relationship, List<UUID> ids) {
        return lockMembers(relationship, sql -> sql.add("id = ANY(?)", ids.toArray(UUID[]::new)));
    }

    /** Locks the members of a to-many relationship and the resources that may become members. */
    Statement lockMembers(ToMany relationship, UUID parent, List<UUID> added) {
        return lockMembers(
                relationship,
                sql -> sql.add("(" + relationship.foreignKey() + " = ?", parent)
                        .add(" OR id = ANY(?))", added.toArray(UUID[]::new)));
    }

    /** Locks the members of all to-many relationships of a resource. */
    List<Statement> lockAllMembers(ResourceType type, UUID id) {
        return type.relationships().stream()
                .filter(ToMany.class::isInstance)
                .map(ToMany.class::cast)
                .map(relationship -> lockMembers(relationship, sql -> sql.add(relationship.foreignKey() + " = ?", id)))
                .toList();
    }

    /** The rows are only counted, because there may be many thousands. */
    private Statement lockMembers(ToMany relationship, Sql.Part condition) {
        var target = targetOf(relationship);
        var sql = new Sql().add("SELECT count(*) FROM (SELECT FROM " + target.table() + " AS " + ALIAS);
        condition.addTo(sql.add(" WHERE "));
        select().addVisible(sql, ALIAS, relationship);
        return sql.add(" ORDER BY id FOR NO KEY UPDATE) locked").finish();
    }

    private SelectSql select() {
        return scope.select();
    }

    private boolean isLocal(ToOne toOne) {
        return scope.types().targetOf(toOne).isPresent();
    }

    private ResourceType targetOf(ToMany relationship) {
        return scope.types().targetOf(relationship).orElseThrow();
    }

    private Sql addReturning(Sql sql, ShownFields shown) {
        sql.add(" RETURNING ");
        select().addItemColumns(sql, shown);
        actor.addTo(sql.add(", "));
        return sql;
    }

    private Assignment trace(String column) {
        return Assignment.of(column, actor.trace().orElse(null));
    }

    private List<Assignment> setByServer(ResourceType type) {
        return type.attributes().stream()
                .filter(Attribute::isSetByServer)
                .map(attribute -> switch (attribute.serverValue().orElseThrow()) {
                    case CALLER_NAME -> Assignment.of(attribute.name(), actor.authId());
                    case CURRENT_DATE ->
                        new Assignment(attribute.name(), sql -> sql.add("(now() AT TIME ZONE 'UTC')::date"));
                })
                .toList();
    }

    private static void addList(Sql sql, List<? extends Sql.Part> parts) {
        var separator = "";
        for (var part : parts) {
            part.addTo(sql.add(separator));
            separator = ", ";
        }
    }

    /** A column and the SQL of its new value; as a part, what an update sets. */
    private record Assignment(String column, Sql.Part value) implements Sql.Part {
        static Assignment of(String column, Object argument) {
            return new Assignment(column, sql -> sql.argument(argument));
        }

        @Override
        public void addTo(Sql sql) {
            value.addTo(sql.add(column + " = "));
        }
    }
}
