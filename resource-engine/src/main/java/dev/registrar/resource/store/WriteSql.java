package dev.registrar.resource.store;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Builds the SQL of changes. Inserts and updates return the changed row with all its fields. */
final class WriteSql {
    private final SelectSql select;

    WriteSql(SelectSql select) {
        this.select = select;
    }

    Statement insert(
            ResourceType type, ResourceDraft draft, Map<String, String> internal, Actor actor, ShownFields shown) {
        var columns = new SqlList("INSERT INTO " + type.table() + " AS " + SelectSql.ALIAS + " (", ", ");
        var sql = new SqlText();
        draft.attributes().keySet().forEach(attribute -> columns.addTo(sql, attribute.name()));
        draft.toOnes().keySet().forEach(toOne -> columns.addTo(sql, toOne.column()));
        serverSet(type).forEach(attribute -> columns.addTo(sql, attribute.name()));
        internal.keySet().forEach(column -> columns.addTo(sql, column));
        type.traceColumn().ifPresent(column -> columns.addTo(sql, column));
        var values = new SqlList(") VALUES (", ", ");
        draft.attributes().values().forEach(value -> values.addTo(sql, "").argument(value));
        draft.toOnes().forEach((toOne, other) -> addOther(values.addTo(sql, ""), toOne, other));
        serverSet(type).forEach(attribute -> addServerValue(values.addTo(sql, ""), attribute, actor));
        internal.values().forEach(expression -> values.addTo(sql, expression));
        type.traceColumn().ifPresent(column -> addTrace(values.addTo(sql, ""), actor));
        return addReturning(sql.add(")"), shown, actor).finish();
    }

    Statement update(ConditionalChange change, ResourceDraft draft) {
        var type = change.type();
        var sql = new SqlText();
        var assignments = updateOf(type);
        draft.attributes()
                .forEach((attribute, value) ->
                        assignments.addTo(sql, attribute.name() + " = ").argument(value));
        draft.toOnes()
                .forEach(
                        (toOne, other) -> addLockedOther(assignments.addTo(sql, toOne.column() + " = "), toOne, other));
        addServerAssignments(sql, assignments, type, change.actor());
        SelectSql.itself(change.id(), change.filters()).addTo(sql);
        return addReturning(sql, change.shownFields(), change.actor()).finish();
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
        var sql = new SqlText();
        var assignments = updateOf(target);
        assignments.addTo(sql, relationship.foreignKey() + " = ").argument(parent);
        addServerAssignments(sql, assignments, target, actor);
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
        var sql = new SqlText();
        var assignments = updateOf(target);
        assignments.addTo(sql, relationship.foreignKey() + " = NULL");
        addServerAssignments(sql, assignments, target, actor);
        sql.add(" WHERE " + relationship.foreignKey() + " = ").argument(parent);
        select.addVisible(sql, SelectSql.ALIAS, relationship);
        return sql;
    }

    private static SqlList updateOf(ResourceType type) {
        return new SqlList("UPDATE " + type.table() + " AS " + SelectSql.ALIAS + " SET ", ", ");
    }

    private SqlText addReturning(SqlText sql, ShownFields shown, Actor actor) {
        sql.add(" RETURNING ");
        select.addItemColumns(sql, shown);
        actor.addTo(sql.add(", "));
        return sql;
    }

    /**
     * Adds the values that the server sets, and the trace of the request. An update must assign something, so it assigns the id to itself if there is
     * nothing else.
     */
    private static void addServerAssignments(SqlText sql, SqlList assignments, ResourceType type, Actor actor) {
        for (var attribute : serverSet(type)) {
            addServerValue(assignments.addTo(sql, attribute.name() + " = "), attribute, actor);
        }
        type.traceColumn()
                .filter(column -> !actor.isProcess())
                .ifPresent(column -> addTrace(assignments.addTo(sql, column + " = "), actor));
        if (assignments.isEmpty()) {
            assignments.addTo(sql, "id = " + SelectSql.ALIAS + ".id");
        }
    }

    private static void addTrace(SqlText sql, Actor actor) {
        sql.argument(actor.trace().orElse(null));
    }

    private static List<Attribute> serverSet(ResourceType type) {
        return type.attributes().stream().filter(Attribute::isSetByServer).toList();
    }

    private static void addServerValue(SqlText sql, Attribute attribute, Actor actor) {
        switch (attribute.serverValue().orElseThrow()) {
            case CALLER_NAME -> sql.argument(actor.authId());
            case CURRENT_DATE -> sql.add("(now() AT TIME ZONE 'UTC')::date");
        }
    }

    /** Adds an opening before the first element of a list, and a separator between elements. */
    private static final class SqlList {
        private final String opening;
        private final String separator;
        private boolean empty = true;

        SqlList(String opening, String separator) {
            this.opening = opening;
            this.separator = separator;
        }

        @CanIgnoreReturnValue
        SqlText addTo(SqlText sql, String element) {
            sql.add(empty ? opening : separator).add(element);
            empty = false;
            return sql;
        }

        boolean isEmpty() {
            return empty;
        }
    }
}
