package dev.registrar.resource.store;

import dev.registrar.resource.database.Statement;
import dev.registrar.resource.document.Ids;
import dev.registrar.resource.document.reading.ResourceDraft;
import dev.registrar.resource.result.ShownFields;
import dev.registrar.resource.store.sql.SelectSql;
import dev.registrar.resource.store.sql.SqlPart;
import dev.registrar.resource.store.sql.SqlText;
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

/** Builds the SQL of changes. Inserts and updates return the changed row with all its fields. */
final class WriteSql {
    private final SelectSql select;

    WriteSql(SelectSql select) {
        this.select = select;
    }

    Statement insert(
            ResourceType type, ResourceDraft draft, Map<String, String> internal, Actor actor, ShownFields shown) {
        var assignments = Assignment.ofAttributes(draft);
        draft.toOnes()
                .forEach((toOne, other) ->
                        assignments.add(new Assignment(toOne.column(), sql -> addOther(sql, toOne, other))));
        assignments.addAll(setByServer(type, actor));
        internal.forEach((column, expression) -> assignments.add(new Assignment(column, sql -> sql.add(expression))));
        type.traceColumn().ifPresent(column -> assignments.add(trace(column, actor)));
        var columns = assignments.stream().map(Assignment::column).collect(Collectors.joining(", "));
        var sql = new SqlText()
                .add("INSERT INTO " + type.table() + " AS " + SelectSql.ALIAS + " (" + columns + ") VALUES (");
        addList(sql, assignments.stream().map(Assignment::value).toList());
        return addReturning(sql.add(")"), shown, actor).finish();
    }

    Statement update(ConditionalChange change, ResourceDraft draft) {
        var type = change.type();
        var assignments = Assignment.ofAttributes(draft);
        draft.toOnes()
                .forEach((toOne, other) ->
                        assignments.add(new Assignment(toOne.column(), sql -> addLockedOther(sql, toOne, other))));
        var sql = beginUpdate(type, assignments, change.actor());
        SelectSql.itself(change.id(), change.filters()).addTo(sql);
        return addReturning(sql, change.shownFields(), change.actor()).finish();
    }

    /**
     * Begins an update with these assignments, the values that the server sets, and the trace of the request. An update must assign
     * something, so it assigns the id to itself if there is nothing else.
     */
    private static SqlText beginUpdate(ResourceType type, List<Assignment> requested, Actor actor) {
        List<Assignment> assignments = new ArrayList<>(requested);
        assignments.addAll(setByServer(type, actor));
        type.traceColumn()
                .filter(column -> !actor.isProcess())
                .ifPresent(column -> assignments.add(trace(column, actor)));
        if (assignments.isEmpty()) {
            assignments.add(new Assignment("id", sql -> sql.add(SelectSql.ALIAS + ".id")));
        }
        var sql = new SqlText().add("UPDATE " + type.table() + " AS " + SelectSql.ALIAS + " SET ");
        addList(sql, assignments);
        return sql;
    }

    /** For the caller, a resource that is not visible does not exist. */
    private void addOther(SqlText sql, ToOne toOne, Optional<UUID> other) {
        if (other.isPresent() && select.hidesSome(toOne)) {
            addFound(sql, found -> select.addVisibleId(found, toOne, id -> id.argument(other.get())));
        } else {
            sql.argument(other.orElse(null));
        }
    }

    /** Locks the other resource before the row, in the order that {@link LockSql} describes; the foreign key would lock it after it. */
    private void addLockedOther(SqlText sql, ToOne toOne, Optional<UUID> other) {
        if (other.isPresent() && select.isLocal(toOne)) {
            addFound(sql, found -> select.addLockedId(found, toOne, other.get()));
        } else {
            sql.argument(other.orElse(null));
        }
    }

    /** Adds an id that a selection finds; if it finds none, the nil UUID, which violates the foreign key. */
    private static void addFound(SqlText sql, SqlPart id) {
        id.addTo(sql.add("coalesce("));
        sql.add(", '" + Ids.NIL + "')");
    }

    Statement delete(ConditionalChange change) {
        var sql = new SqlText().add("DELETE FROM " + change.type().table() + " AS " + SelectSql.ALIAS);
        SelectSql.itself(change.id(), change.filters()).addTo(sql);
        change.actor().addTo(sql.add(" RETURNING "));
        return sql.finish();
    }

    /**
     * Makes these resources members of a to-many relationship, even if they belonged to another one, and returns their
     * ids. Like the other changes of members, it must run in a transaction that has changed the parent and thereby set
     * the actor.
     */
    Statement attach(ResourceType target, ToMany relationship, UUID parent, List<UUID> members, Actor actor) {
        var sql = beginUpdate(target, List.of(Assignment.of(relationship.foreignKey(), parent)), actor);
        sql.add(" WHERE id = ANY(").argument(members.toArray(UUID[]::new)).add(")");
        select.addVisible(sql, SelectSql.ALIAS, relationship);
        return sql.add(" RETURNING id").finish();
    }

    /** Removes these resources from a to-many relationship. */
    Statement detach(ResourceType target, ToMany relationship, UUID parent, List<UUID> members, Actor actor) {
        return addDetach(target, relationship, parent, actor)
                .add(" AND id = ANY(")
                .argument(members.toArray(UUID[]::new))
                .add(")")
                .finish();
    }

    /** Removes all resources except these from a to-many relationship. */
    Statement detachAllBut(ResourceType target, ToMany relationship, UUID parent, List<UUID> kept, Actor actor) {
        return addDetach(target, relationship, parent, actor)
                .add(" AND id <> ALL(")
                .argument(kept.toArray(UUID[]::new))
                .add(")")
                .finish();
    }

    private SqlText addDetach(ResourceType target, ToMany relationship, UUID parent, Actor actor) {
        var none = new Assignment(relationship.foreignKey(), value -> value.add("NULL"));
        var sql = beginUpdate(target, List.of(none), actor);
        sql.add(" WHERE " + relationship.foreignKey() + " = ").argument(parent);
        select.addVisible(sql, SelectSql.ALIAS, relationship);
        return sql;
    }

    private SqlText addReturning(SqlText sql, ShownFields shown, Actor actor) {
        sql.add(" RETURNING ");
        select.addItemColumns(sql, shown);
        actor.addTo(sql.add(", "));
        return sql;
    }

    private static Assignment trace(String column, Actor actor) {
        return Assignment.of(column, actor.trace().orElse(null));
    }

    private static List<Assignment> setByServer(ResourceType type, Actor actor) {
        return type.attributes().stream()
                .filter(Attribute::isSetByServer)
                .map(attribute -> new Assignment(attribute.name(), sql -> addServerValue(sql, attribute, actor)))
                .toList();
    }

    private static void addServerValue(SqlText sql, Attribute attribute, Actor actor) {
        switch (attribute.serverValue().orElseThrow()) {
            case CALLER_NAME -> sql.argument(actor.authId());
            case CURRENT_DATE -> sql.add("(now() AT TIME ZONE 'UTC')::date");
        }
    }

    private static void addList(SqlText sql, List<? extends SqlPart> parts) {
        var separator = "";
        for (var part : parts) {
            part.addTo(sql.add(separator));
            separator = ", ";
        }
    }

    /** A column and the SQL of its new value; as a part, what an update sets. */
    private record Assignment(String column, SqlPart value) implements SqlPart {
        static Assignment of(String column, Object argument) {
            return new Assignment(column, sql -> sql.argument(argument));
        }

        static List<Assignment> ofAttributes(ResourceDraft draft) {
            List<Assignment> assignments = new ArrayList<>();
            draft.attributes().forEach((attribute, value) -> assignments.add(of(attribute.name(), value)));
            return assignments;
        }

        @Override
        public void addTo(SqlText sql) {
            value.addTo(sql.add(column + " = "));
        }
    }
}
