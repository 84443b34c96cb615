package dev.registrar.resource.store;

import dev.registrar.resource.database.Statement;
import dev.registrar.resource.document.reading.ResourceDraft;
import dev.registrar.resource.store.sql.SelectSql;
import dev.registrar.resource.store.sql.SqlPart;
import dev.registrar.resource.store.sql.SqlText;
import dev.registrar.resource.type.Relationship.ToMany;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import java.util.List;
import java.util.UUID;

/**
 * Builds the SQL that locks the rows of a change before it changes any of them. All changes lock in the same order, so they do
 * not deadlock: first the resources to which its to-one relationships lead, as PostgreSQL will do to check the foreign keys, then
 * the resource itself, then the members of its to-many relationships by id.
 *
 * <p>Locking and changing are separate statements: the second one sees what other transactions have changed while the first
 * one was waiting for them.
 */
final class LockSql {
    private final ResourceTypes types;
    private final SelectSql select;

    LockSql(ResourceTypes types, SelectSql select) {
        this.types = types;
        this.select = select;
    }

    /** Locks the resources to which the to-one relationships in the draft lead, unless another verticle stores them. */
    List<Statement> others(ResourceDraft draft) {
        return draft.toOnes().keySet().stream()
                .filter(select::isLocal)
                .flatMap(toOne -> draft.toOnes().get(toOne).stream().map(other -> {
                    var sql = new SqlText().add("SELECT ");
                    select.addLockedId(sql, toOne, other);
                    return sql.finish();
                }))
                .toList();
    }

    /** Locks resources that may be or become members of a to-many relationship. */
    Statement members(ToMany relationship, List<UUID> ids) {
        return members(relationship, sql -> addAny(sql, ids));
    }

    /** Locks the members of a to-many relationship and the resources that may become members. */
    Statement members(ToMany relationship, UUID parent, List<UUID> added) {
        return members(relationship, sql -> {
            sql.add("(" + relationship.foreignKey() + " = ").argument(parent).add(" OR ");
            addAny(sql, added);
            sql.add(")");
        });
    }

    /** Locks the members of all to-many relationships of a resource. */
    List<Statement> allMembers(ResourceType type, UUID id) {
        return type.relationships().stream()
                .filter(ToMany.class::isInstance)
                .map(ToMany.class::cast)
                .map(relationship -> members(
                        relationship,
                        sql -> sql.add(relationship.foreignKey() + " = ").argument(id)))
                .toList();
    }

    /** The rows are only counted, because there may be many thousands. */
    private Statement members(ToMany relationship, SqlPart condition) {
        var target = types.targetOf(relationship).orElseThrow();
        var sql = new SqlText().add("SELECT count(*) FROM (SELECT FROM " + target.table() + " AS " + SelectSql.ALIAS);
        condition.addTo(sql.add(" WHERE "));
        select.addVisible(sql, SelectSql.ALIAS, relationship);
        return sql.add(" ORDER BY id FOR NO KEY UPDATE) locked").finish();
    }

    private static void addAny(SqlText sql, List<UUID> ids) {
        sql.add("id = ANY(").argument(ids.toArray(UUID[]::new)).add(")");
    }
}
