package dev.registrar.resource.store.sql;

import static dev.registrar.resource.store.sql.IndexUse.ALL_ROWS;

import dev.registrar.resource.database.Statement;
import dev.registrar.resource.query.IncludePath;
import dev.registrar.resource.query.IncludePath.Step;
import dev.registrar.resource.query.Inclusion;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.query.filter.Filter;
import dev.registrar.resource.query.filter.Filter.BySearch;
import dev.registrar.resource.query.paging.CursorPage;
import dev.registrar.resource.query.paging.NumberedPage;
import dev.registrar.resource.query.paging.Page;
import dev.registrar.resource.result.FoundPage;
import dev.registrar.resource.result.ShownFields;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.Relationship.ToMany;
import dev.registrar.resource.type.Relationship.ToOne;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/** Builds the SQL of reads. */
public final class SelectSql {
    public static final String ALIAS = "r";

    private final ResourceTypes types;

    public SelectSql(ResourceTypes types) {
        this.types = types;
    }

    /** Selects a page, in the layout of the fields with further columns for {@link FoundPage}. */
    public Statement page(ShownFields fields, ResourceQuery query, Optional<RelatedResources> related) {
        var sql = new SqlText().add("SELECT ");
        addColumns(sql, fields);
        if (query.page() instanceof CursorPage cursorPage) {
            query.order().attributeKeys().forEach(key -> sql.add(", " + ALIAS + "." + key.field()));
            addFromWhere(sql, fields.type(), query, related);
            addOrder(sql, query);
            // One extra row shows whether there are further pages.
            sql.add(" LIMIT ").argument(cursorPage.size() + 1L);
        } else if (IndexUse.of(query, related) == ALL_ROWS) {
            addPageByIds(sql, fields.type(), query, related);
        } else {
            // As part of the statement, the count needs no extra round trip and uses the same snapshot.
            sql.add(", (");
            addCount(sql, fields.type(), query, related);
            sql.add(") AS total");
            addFromWhere(sql, fields.type(), query, related);
            addOrder(sql, query);
            addLimit(sql, query.page());
        }
        return sql.finish();
    }

    /**
     * Adds the count and the rows of a page for which many rows are scanned, at first only for their ids and sort keys.
     */
    private static void addPageByIds(
            SqlText sql, ResourceType type, ResourceQuery query, Optional<RelatedResources> related) {
        sql.add(", found.total FROM (SELECT " + ALIAS + ".id, ");
        if (query.filters().stream().anyMatch(filter -> IndexUse.of(filter) == ALL_ROWS)) {
            // The matching rows are found only once, and counted at the same time.
            sql.add("count(*) OVER ()");
        } else {
            sql.add("(");
            addCount(sql, type, query, related);
            sql.add(")");
        }
        sql.add(" AS total");
        addFromWhere(sql, type, query, related);
        addOrder(sql, query);
        addLimit(sql, query.page());
        sql.add(") found JOIN " + type.table() + " " + ALIAS + " ON " + ALIAS + ".id = found.id");
        addOrder(sql, query);
    }

    public Statement count(ResourceType type, ResourceQuery query, Optional<RelatedResources> related) {
        var sql = new SqlText();
        addCount(sql, type, query, related);
        return sql.finish();
    }

    /** Adds a query for the number of all resources that match. Without a condition, nothing is scanned: triggers keep the count. */
    private static void addCount(
            SqlText sql, ResourceType type, ResourceQuery query, Optional<RelatedResources> related) {
        if (query.filters().isEmpty() && related.isEmpty()) {
            sql.add("SELECT coalesce(sum(change), 0)::bigint FROM " + type.schema() + ".resource_counts WHERE type = '"
                    + type + "'");
        } else {
            sql.add("SELECT count(*)");
            addFromWhere(sql, type, query, related);
        }
    }

    /** Selects one resource, if it matches the filters. */
    public Statement item(ShownFields fields, UUID id, List<Filter> filters) {
        return addItem(new SqlText(), fields, id, filters).finish();
    }

    /**
     * Like item, and locks the row for the transaction. Only the columns of this row are as they are when it is locked.
     */
    public Statement lockedItem(ShownFields fields, UUID id, List<Filter> filters) {
        return addItem(new SqlText(), fields, id, filters).add(" FOR UPDATE").finish();
    }

    private SqlText addItem(SqlText sql, ShownFields fields, UUID id, List<Filter> filters) {
        sql.add("SELECT ");
        addItemColumns(sql, fields);
        sql.add(" FROM " + fields.type().table() + " " + ALIAS);
        itself(id, filters).addTo(sql);
        return sql;
    }

    /** The conditions that a row has this id and matches the filters. */
    public static SqlConditions itself(UUID id, List<Filter> filters) {
        var conditions = new SqlConditions();
        conditions.add(sql -> sql.add(ALIAS + ".id = ").argument(id));
        addFilters(conditions, filters);
        return conditions;
    }

    public Statement relatedItem(ShownFields fields, RelatedResources related) {
        var sql = new SqlText().add("SELECT ");
        addColumns(sql, fields);
        sql.add(" FROM " + fields.type().table() + " " + ALIAS + " WHERE ");
        related.addTo(sql, ALIAS);
        return sql.finish();
    }

    /** Selects the id and, in the second column, the linkage of one relationship. */
    public Statement linkage(ResourceType type, UUID id, Relationship relationship, List<Filter> filters) {
        return item(new ShownFields(type, List.of(), List.of(relationship)), id, filters);
    }

    /** Selects the ids of a page's resources. */
    public SqlPart idsOfPage(ResourceType primary, ResourceQuery query, Optional<RelatedResources> related) {
        return sql -> {
            sql.add("SELECT " + ALIAS + ".id");
            addFromWhere(sql, primary, query, related);
            addOrder(sql, query);
            addLimit(sql, query.page());
        };
    }

    public SqlPart idOf(UUID id) {
        return sql -> sql.add("SELECT ").argument(id).add("::uuid");
    }

    public SqlPart idOfRelated(ResourceType primary, RelatedResources related) {
        return sql -> {
            sql.add("SELECT p.id FROM " + primary.table() + " p WHERE ");
            related.addTo(sql, "p");
        };
    }

    /** Selects the resources to which a path leads from the primary ones. */
    public Statement included(ShownFields fields, IncludePath path, SqlPart primaryIds) {
        var sql = new SqlText().add("SELECT ");
        addColumns(sql, fields);
        sql.add(" FROM " + fields.type().table() + " " + ALIAS + " WHERE ");
        addReached(sql, ALIAS, path.steps(), primaryIds);
        // One extra row shows that there are too many.
        sql.add(" ORDER BY " + ALIAS + ".id LIMIT ").argument(Inclusion.MAX_RESOURCES + 1L);
        return sql.finish();
    }

    /** Selects the ids of another verticle's resources to which a path leads from the primary ones. */
    public Statement remoteIds(IncludePath path, SqlPart primaryIds) {
        var last = path.lastStep();
        var column = ((ToOne) last.relationship()).column();
        var sql = new SqlText()
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
    private static void addReached(SqlText sql, String alias, List<Step> steps, SqlPart primaryIds) {
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
    }

    /** Adds the selection of the ids from which the last step starts. */
    private static void addSources(SqlText sql, List<Step> steps, SqlPart primaryIds) {
        if (steps.size() == 1) {
            primaryIds.addTo(sql);
            return;
        }
        var source = "s" + steps.size();
        sql.add("SELECT " + source + ".id FROM "
                + steps.get(steps.size() - 1).source().table() + " " + source + " WHERE ");
        addReached(sql, source, steps.subList(0, steps.size() - 1), primaryIds);
    }

    /** Adds the columns in the layout of the fields, and then the internal columns of the type. */
    public void addItemColumns(SqlText sql, ShownFields fields) {
        addColumns(sql, fields);
        fields.type().internalColumns().forEach(column -> sql.add(", " + ALIAS + "." + column));
    }

    /** Adds the columns in the layout of the fields, for the row with the alias {@link #ALIAS}. */
    private void addColumns(SqlText sql, ShownFields fields) {
        sql.add(ALIAS + ".id");
        for (var attribute : fields.attributes()) {
            sql.add(", " + ALIAS + "." + attribute.name());
        }
        for (var relationship : fields.relationships()) {
            addLinkage(sql, relationship);
        }
        fields.type().meta().ifPresent(meta -> sql.add(", (" + meta.sql() + ")::text AS meta"));
    }

    private void addLinkage(SqlText sql, Relationship relationship) {
        if (relationship instanceof ToOne toOne) {
            sql.add(", " + ALIAS + "." + toOne.column());
        } else if (relationship instanceof ToMany toMany) {
            var target = types.targetOf(relationship).orElseThrow();
            sql.add(", ARRAY(SELECT t.id FROM " + target.table() + " t WHERE t." + toMany.foreignKey() + " = " + ALIAS
                    + ".id ORDER BY t.id) AS " + relationship.name());
        }
    }

    private static void addFromWhere(
            SqlText sql, ResourceType type, ResourceQuery query, Optional<RelatedResources> related) {
        var rows = " FROM " + type.table() + " " + ALIAS;
        if (query.filters().stream().anyMatch(BySearch.class::isInstance)) {
            // OFFSET 0 makes PostgreSQL find the words first; otherwise it might check them row by row in the requested
            // order.
            sql.add(" FROM (SELECT " + ALIAS + ".*" + rows);
            conditions(query, related).addTo(sql);
            sql.add(" OFFSET 0) " + ALIAS);
        } else {
            sql.add(rows);
            conditions(query, related).addTo(sql);
        }
    }

    private static void addFilters(SqlConditions conditions, List<Filter> filters) {
        filters.forEach(filter -> conditions.add(sql -> new FilterSql(sql).add(ALIAS, filter)));
    }

    private static SqlConditions conditions(ResourceQuery query, Optional<RelatedResources> related) {
        var conditions = new SqlConditions();
        related.ifPresent(resources -> conditions.add(sql -> resources.addTo(sql, ALIAS)));
        addFilters(conditions, query.filters());
        if (query.page() instanceof CursorPage page && page.cursor().isPresent()) {
            conditions.add(new CursorSql(ALIAS, page.cursor().get(), page.backwards()));
        }
        return conditions;
    }

    private static void addOrder(SqlText sql, ResourceQuery query) {
        var backwards = query.page() instanceof CursorPage page && page.backwards();
        var order = backwards ? query.order().reversed() : query.order();
        sql.add(order.keys().stream()
                .map(key -> ALIAS + "." + key.field() + (key.descending() ? " DESC" : ""))
                .collect(Collectors.joining(", ", " ORDER BY ", "")));
    }

    private static void addLimit(SqlText sql, Page page) {
        sql.add(" LIMIT ").argument((long) page.size());
        if (page instanceof NumberedPage numbered) {
            sql.add(" OFFSET ").argument(numbered.offset());
        }
    }
}
