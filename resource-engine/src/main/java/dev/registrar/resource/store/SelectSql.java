package dev.registrar.resource.store;

import dev.registrar.platform.database.Statement;
import dev.registrar.resource.document.writing.ShownFields;
import dev.registrar.resource.query.Filter;
import dev.registrar.resource.query.Inclusion;
import dev.registrar.resource.query.Inclusion.IncludePath;
import dev.registrar.resource.query.Inclusion.IncludePath.Step;
import dev.registrar.resource.store.PageSelection.RelatedResources;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.Relationship.ToMany;
import dev.registrar.resource.type.Relationship.ToOne;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceType.Meta;
import dev.registrar.resource.type.ResourceType.Unfinished;
import dev.registrar.resource.type.ResourceTypes;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * Builds the SQL that reads single resources and included ones.
 *
 * @param visibility the condition under which a resource that is linked or included is shown; empty if all are shown
 */
public record SelectSql(ResourceTypes types, Function<ResourceType, Optional<Filter>> visibility) {
    public static final String ALIAS = "r";

    /** Selects one resource, if it matches the filters. */
    public Statement item(ShownFields fields, UUID id, List<Filter> filters) {
        return addItem(sql -> addItemColumns(sql, fields), fields.type(), id, filters)
                .finish();
    }

    /**
     * Like item, and locks the row for the transaction. Only the columns of this row are as they are when it is locked.
     */
    Statement lockedItem(ShownFields fields, UUID id, List<Filter> filters) {
        return addItem(sql -> addItemColumns(sql, fields), fields.type(), id, filters)
                .add(" FOR UPDATE")
                .finish();
    }

    /** Locks the row of one resource for the transaction, if it matches the filters. */
    Statement lock(ResourceType type, UUID id, List<Filter> filters) {
        return addItem(sql -> sql.add(ALIAS + ".id"), type, id, filters)
                .add(" FOR UPDATE")
                .finish();
    }

    /** Selects the id and, in the second column, the linkage of one relationship. */
    Statement linkage(ResourceType type, UUID id, Relationship relationship, List<Filter> filters) {
        var fields = new ShownFields(type, List.of(), List.of(relationship));
        return addItem(sql -> addColumns(sql, fields), type, id, filters).finish();
    }

    private static Sql addItem(Sql.Part columns, ResourceType type, UUID id, List<Filter> filters) {
        var sql = new Sql().add("SELECT ");
        columns.addTo(sql);
        sql.add(" FROM " + type.table() + " " + ALIAS);
        itself(id, filters).addTo(sql);
        return sql;
    }

    /** The conditions that a row has this id and matches the filters. */
    public static Sql.Conditions itself(UUID id, List<Filter> filters) {
        var conditions = new Sql.Conditions();
        conditions.add(sql -> sql.add(ALIAS + ".id = ?", id));
        addFilters(conditions, filters);
        return conditions;
    }

    public Statement relatedItem(ShownFields fields, RelatedResources related, List<Filter> filters) {
        var sql = new Sql().add("SELECT ");
        addItemColumns(sql, fields);
        sql.add(" FROM " + fields.type().table() + " " + ALIAS + " WHERE ");
        related.addTo(sql, ALIAS);
        addFilters(sql, filters);
        return sql.finish();
    }

    public Sql.Part idOf(UUID id) {
        return sql -> sql.add("SELECT ?::uuid", id);
    }

    public Sql.Part idOfRelated(ResourceType primary, RelatedResources related) {
        return sql -> {
            sql.add("SELECT p.id FROM " + primary.table() + " p WHERE ");
            related.addTo(sql, "p");
        };
    }

    /** Selects the resources to which a path leads from the primary ones. */
    public Statement included(ShownFields fields, IncludePath path, Sql.Part primaryIds) {
        var sql = new Sql().add("SELECT ");
        addColumns(sql, fields);
        sql.add(" FROM " + fields.type().table() + " " + ALIAS + " WHERE ");
        addReached(sql, ALIAS, path.steps(), primaryIds);
        // One extra row shows that there are too many.
        sql.add(" ORDER BY " + ALIAS + ".id LIMIT " + (Inclusion.MAX_RESOURCES + 1));
        return sql.finish();
    }

    /** Selects the ids of another verticle's resources to which a path leads from the primary ones. */
    public Statement remoteIds(IncludePath path, Sql.Part primaryIds) {
        var last = path.lastStep();
        var column = ((ToOne) last.relationship()).column();
        var sql = new Sql()
                .add("SELECT DISTINCT o." + column)
                .add(" FROM " + last.source().table() + " o WHERE o." + column + " IS NOT NULL AND o.id = ANY(ARRAY(");
        addSources(sql, path.steps(), primaryIds);
        sql.add(")) ORDER BY o." + column);
        return sql.finish();
    }

    /**
     * Adds the condition that the steps, at least one, lead from the primary ids to a row with this alias. The ids are
     * put into an array first, so that PostgreSQL looks up each of them in an index, whatever its estimates of the
     * table sizes are.
     */
    private void addReached(Sql sql, String alias, List<Step> steps, Sql.Part primaryIds) {
        var last = steps.get(steps.size() - 1);
        if (last.relationship() instanceof ToMany toMany) {
            sql.add(alias + "." + toMany.foreignKey() + " = ANY(ARRAY(");
            addSources(sql, steps, primaryIds);
            sql.add("))");
        } else if (last.relationship() instanceof ToOne toOne) {
            sql.add(alias + ".id = ANY(ARRAY(SELECT o." + toOne.column() + " FROM ");
            sql.add(last.source().table() + " o WHERE o.id = ANY(ARRAY(");
            addSources(sql, steps, primaryIds);
            sql.add("))))");
        }
        addVisible(sql, alias, last.relationship());
    }

    /** Continues a condition: the caller may see this row on the other side of a relationship. */
    void addVisible(Sql sql, String alias, Relationship relationship) {
        types.targetOf(relationship)
                .flatMap(visibility)
                .ifPresent(filter -> new FilterSql(sql.add(" AND ")).add(alias, filter));
    }

    /**
     * Adds a selection of the id on the other side of a relationship, and locks that resource as PostgreSQL does to
     * check a foreign key; it is null if the caller may not see it.
     */
    void addLockedId(Sql sql, ToOne toOne, UUID id) {
        addVisibleId(sql, toOne, argument -> argument.argument(id), " FOR KEY SHARE");
    }

    private void addVisibleId(Sql sql, ToOne toOne, Sql.Part id, String lock) {
        var target = types.targetOf(toOne).orElseThrow();
        id.addTo(sql.add("(SELECT t.id FROM " + target.table() + " t WHERE t.id = "));
        addVisible(sql, "t", toOne);
        sql.add(lock + ")");
    }

    /** Adds the selection of the ids from which the last step starts. */
    private void addSources(Sql sql, List<Step> steps, Sql.Part primaryIds) {
        if (steps.size() == 1) {
            primaryIds.addTo(sql);
            return;
        }
        var source = "s" + steps.size();
        sql.add("SELECT " + source + ".id FROM "
                + steps.get(steps.size() - 1).source().table() + " " + source + " WHERE ");
        addReached(sql, source, steps.subList(0, steps.size() - 1), primaryIds);
    }

    /**
     * Adds the columns in the layout of the fields, then the fields that the document does not show, for its entity
     * tag, and then the columns that no document shows.
     */
    void addItemColumns(Sql sql, ShownFields fields) {
        addColumns(sql, fields);
        addFields(sql, fields.hidden());
        fields.type()
                .unfinished()
                .ifPresent(declared -> sql.add(", " + declared.sql() + " AS " + Unfinished.RETRY_AFTER));
        fields.type().internalColumns().forEach(column -> sql.add(", " + column));
    }

    /** Adds the columns in the layout of the fields. */
    void addColumns(Sql sql, ShownFields fields) {
        sql.add(ALIAS + ".id");
        addFields(sql, fields);
        var isForOwner = visibility.apply(fields.type()).isPresent();
        fields.type()
                .metaAttributes()
                .forEach(member -> sql.add(", " + member.valueIn(ALIAS) + " AS " + member.name()));
        fields.type()
                .meta()
                .ifPresent(meta ->
                        sql.add(", (" + (isForOwner ? meta.sqlForOwner() : meta.sql()) + ")::text AS " + Meta.COLUMN));
    }

    private void addFields(Sql sql, ShownFields fields) {
        for (var attribute : fields.attributes()) {
            sql.add(", " + attribute.valueIn(ALIAS));
        }
        for (var relationship : fields.relationships()) {
            addLinkage(sql, relationship);
        }
    }

    private void addLinkage(Sql sql, Relationship relationship) {
        if (relationship instanceof ToOne toOne) {
            addLinkage(sql.add(", "), toOne, ALIAS + "." + toOne.column());
        } else if (relationship instanceof ToMany toMany && !toMany.isOnlyLinked()) {
            var target = types.targetOf(relationship).orElseThrow();
            sql.add(", ARRAY(SELECT t.id FROM " + target.table() + " t WHERE t." + toMany.foreignKey() + " = " + ALIAS
                    + ".id");
            addVisible(sql, "t", relationship);
            sql.add(" ORDER BY t.id) AS " + relationship.name());
        } else {
            sql.add(", NULL");
        }
    }

    private void addLinkage(Sql sql, ToOne toOne, String column) {
        if (types.targetOf(toOne).flatMap(visibility).isPresent()) {
            addVisibleId(sql, toOne, id -> id.add(column), "");
            sql.add(" AS " + toOne.column());
        } else {
            sql.add(column);
        }
    }

    /** Continues a condition: the row also matches these filters. */
    public static void addFilters(Sql sql, List<Filter> filters) {
        filters.forEach(filter -> new FilterSql(sql.add(" AND ")).add(ALIAS, filter));
    }

    static void addFilters(Sql.Conditions conditions, List<Filter> filters) {
        filters.forEach(filter -> conditions.add(sql -> new FilterSql(sql).add(ALIAS, filter)));
    }
}
