package dev.registrar.resource.store.sql;

import static dev.registrar.resource.store.sql.IndexUse.ALL_ROWS;
import static dev.registrar.resource.store.sql.IndexUse.INDEX_RANGE;
import static dev.registrar.resource.store.sql.SelectSql.ALIAS;

import dev.registrar.resource.database.Statement;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.query.filter.Filter.BySearch;
import dev.registrar.resource.query.paging.CursorPage;
import dev.registrar.resource.query.paging.NumberedPage;
import dev.registrar.resource.query.paging.SortOrder;
import dev.registrar.resource.result.FoundPage;
import dev.registrar.resource.result.ShownFields;
import dev.registrar.resource.type.ResourceType;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Builds the SQL of pages. The size of a page is part of the text and not an argument, because PostgreSQL would otherwise make a
 * new plan for every page: a plan for an unknown number of rows seems too expensive to it.
 */
public final class PageSql {
    private final SelectSql select;

    public PageSql(SelectSql select) {
        this.select = select;
    }

    /**
     * Selects a page, in the layout of the fields with further columns for {@link FoundPage}.
     *
     * @param use what the query reads of the table. Unless that is possibly everything, the statement reads only so much that it
     *     is always fast; see {@link #isIncomplete}
     */
    public Statement page(ShownFields fields, ResourceQuery query, Optional<RelatedResources> related, IndexUse use) {
        var sql = new SqlText();
        switch (use) {
            case FEW_ROWS, INDEX_ORDER -> addOrdered(sql, fields, query, related);
            case INDEX_RANGE -> addMatching(sql, fields, query, related);
            case ALL_ROWS -> addScanned(sql, fields, query, related);
        }
        return sql.finish();
    }

    /** Adds the columns of the fields, and for a cursor page the values of the sort keys. */
    private void addColumns(SqlText sql, ShownFields fields, ResourceQuery query) {
        sql.add("SELECT ");
        select.addColumns(sql, fields);
        if (query.page() instanceof CursorPage) {
            query.order().attributeKeys().forEach(key -> sql.add(", " + ALIAS + "." + key.field()));
        }
    }

    /**
     * Adds a selection that reads the rows in their order and ends with the page. Where rows are skipped, only their ids and sort
     * keys are read, mostly from an index alone.
     */
    private void addOrdered(SqlText sql, ShownFields fields, ResourceQuery query, Optional<RelatedResources> related) {
        addColumns(sql, fields, query);
        addTotal(sql, fields.type(), query, related);
        if (offset(query) == 0) {
            addFromWhere(sql, fields.type(), conditions(query, related), query);
            addOrder(sql, direction(query));
            addLimit(sql, query, limit(query));
        } else {
            addFromIds(sql, fields.type(), query, part -> addIds(part, fields.type(), query, related, limit(query)));
        }
    }

    /**
     * Adds a selection that collects all matching rows by an index, to count and to sort them. It stops at a number of rows, and
     * thus does not depend on PostgreSQL's estimates of how many rows match.
     */
    private void addMatching(SqlText sql, ShownFields fields, ResourceQuery query, Optional<RelatedResources> related) {
        sql.add("WITH matching AS MATERIALIZED (SELECT " + ALIAS + ".id");
        query.order().attributeKeys().forEach(key -> sql.add(", " + ALIAS + "." + key.field()));
        addFromWhere(sql, fields.type(), matches(query, related), query);
        sql.add(" LIMIT " + (IndexUse.MANY_ROWS + 1) + ") ");
        addColumns(sql, fields, query);
        sql.add(", (SELECT count(*) FROM matching) AS total");
        addFromIds(sql, fields.type(), query, part -> {
            part.add("SELECT " + ALIAS + ".id FROM matching " + ALIAS);
            var beyond = new SqlConditions();
            addCursor(beyond, query);
            beyond.addTo(part);
            addOrder(part, direction(query));
            addLimit(part, query, limit(query));
        });
    }

    /**
     * Whether a page that was selected by an index lacks resources, because too many match. An empty page does not show the number,
     * and a page past the last one has fewer before it.
     */
    public static boolean isIncomplete(ResourceQuery query, RowSet<Row> rows, IndexUse use) {
        if (use != INDEX_RANGE) {
            return false;
        }
        if (rows.size() == 0) {
            return query.page() instanceof CursorPage page && page.cursor().isPresent();
        }
        var row = rows.iterator().next();
        return row.getLong(row.size() - 1) > IndexUse.MANY_ROWS;
    }

    private void addScanned(SqlText sql, ShownFields fields, ResourceQuery query, Optional<RelatedResources> related) {
        addColumns(sql, fields, query);
        if (isCountedWhileScanning(query)) {
            sql.add(", found.total FROM (SELECT " + ALIAS + ".id, count(*) OVER () AS total");
            addFromWhere(sql, fields.type(), matches(query, related), query);
            addOrder(sql, query.order());
            addLimit(sql, query, limit(query));
            sql.add(") found JOIN " + fields.type().table() + " " + ALIAS + " ON " + ALIAS + ".id = found.id");
            addOrder(sql, query.order());
        } else {
            addTotal(sql, fields.type(), query, related);
            addFromIds(sql, fields.type(), query, part -> addIds(part, fields.type(), query, related, limit(query)));
        }
    }

    /** Whether the matching rows are found by a scan: only once, and counted at the same time. */
    private static boolean isCountedWhileScanning(ResourceQuery query) {
        return query.page() instanceof NumberedPage
                && query.filters().stream().anyMatch(filter -> IndexUse.of(filter) == ALL_ROWS);
    }

    /** As part of the statement, the count needs no extra round trip and uses the same snapshot. */
    private static void addTotal(
            SqlText sql, ResourceType type, ResourceQuery query, Optional<RelatedResources> related) {
        if (query.page() instanceof NumberedPage) {
            sql.add(", (");
            addCount(sql, type, query, related);
            sql.add(") AS total");
        }
    }

    /** Adds the rows with these ids, which are put into an array, so that PostgreSQL looks up each of them. */
    private static void addFromIds(SqlText sql, ResourceType type, ResourceQuery query, SqlPart ids) {
        sql.add(" FROM " + type.table() + " " + ALIAS + " WHERE " + ALIAS + ".id = ANY(ARRAY(");
        ids.addTo(sql);
        sql.add("))");
        addOrder(sql, direction(query));
    }

    /** Selects the ids of a page's resources, which can be read in their order. */
    public static SqlPart idsOfPage(ResourceType primary, ResourceQuery query, Optional<RelatedResources> related) {
        return sql -> addIds(sql, primary, query, related, query.page().size());
    }

    private static void addIds(
            SqlText sql, ResourceType type, ResourceQuery query, Optional<RelatedResources> related, int limit) {
        if (isCollection(query, related) && offset(query) > 0) {
            addIdsFromNearerEnd(sql, type, query);
        } else {
            sql.add("SELECT " + ALIAS + ".id");
            addFromWhere(sql, type, conditions(query, related), query);
            addOrder(sql, direction(query));
            addLimit(sql, query, limit);
        }
    }

    /**
     * Adds the ids of a page of the whole collection, from its beginning or its end, whichever the count shows to be nearer. The
     * other of the two selections has the limit 0 and is not executed.
     */
    private static void addIdsFromNearerEnd(SqlText sql, ResourceType type, ResourceQuery query) {
        var size = query.page().size();
        var offset = offset(query);
        sql.add("WITH counted AS MATERIALIZED (");
        addStoredCount(sql, type);
        sql.add(" AS total) (SELECT " + ALIAS + ".id FROM " + type.table() + " " + ALIAS);
        addOrder(sql, query.order());
        sql.add(" LIMIT (SELECT CASE WHEN ")
                .argument(offset)
                .add(" <= total / 2 THEN " + size + " ELSE 0 END FROM counted)");
        sql.add(" OFFSET ").argument(offset);
        sql.add(") UNION ALL (SELECT " + ALIAS + ".id FROM " + type.table() + " " + ALIAS);
        addOrder(sql, query.order().reversed());
        sql.add(" LIMIT (SELECT CASE WHEN ").argument(offset).add(" <= total / 2 THEN 0");
        sql.add(" ELSE greatest(0, least(" + size + ", total - ")
                .argument(offset)
                .add(")) END FROM counted)");
        sql.add(" OFFSET (SELECT greatest(0, total - " + size + " - ")
                .argument(offset)
                .add(") FROM counted))");
    }

    /** Counts all resources that match. */
    public static Statement count(ResourceType type, ResourceQuery query, Optional<RelatedResources> related) {
        var sql = new SqlText();
        addCount(sql, type, query, related);
        return sql.finish();
    }

    private static void addCount(
            SqlText sql, ResourceType type, ResourceQuery query, Optional<RelatedResources> related) {
        if (isCollection(query, related)) {
            addStoredCount(sql, type);
        } else {
            sql.add("SELECT count(*)");
            addFromWhere(sql, type, matches(query, related), query);
        }
    }

    /** Adds the count that triggers keep: nothing is scanned. */
    private static void addStoredCount(SqlText sql, ResourceType type) {
        sql.add("SELECT (SELECT coalesce(sum(change), 0)::bigint FROM " + type.schema()
                + ".resource_counts WHERE type = '" + type + "')");
    }

    /** Whether a query selects from all resources of a type. */
    public static boolean isCollection(ResourceQuery query, Optional<RelatedResources> related) {
        return query.filters().isEmpty() && related.isEmpty();
    }

    private static void addFromWhere(SqlText sql, ResourceType type, SqlConditions conditions, ResourceQuery query) {
        var rows = " FROM " + type.table() + " " + ALIAS;
        if (query.filters().stream().anyMatch(BySearch.class::isInstance)) {
            // OFFSET 0 makes PostgreSQL find the words first; otherwise it might check them row by row in the requested
            // order.
            sql.add(" FROM (SELECT " + ALIAS + ".*" + rows);
            conditions.addTo(sql);
            sql.add(" OFFSET 0) " + ALIAS);
        } else {
            sql.add(rows);
            conditions.addTo(sql);
        }
    }

    /** The conditions that a row is in the collection. */
    private static SqlConditions matches(ResourceQuery query, Optional<RelatedResources> related) {
        var conditions = new SqlConditions();
        related.ifPresent(resources -> conditions.add(sql -> resources.addTo(sql, ALIAS)));
        SelectSql.addFilters(conditions, query.filters());
        return conditions;
    }

    /** The conditions that a row is in the collection, and beyond the cursor if there is one. */
    private static SqlConditions conditions(ResourceQuery query, Optional<RelatedResources> related) {
        var conditions = matches(query, related);
        addCursor(conditions, query);
        return conditions;
    }

    private static void addCursor(SqlConditions conditions, ResourceQuery query) {
        if (query.page() instanceof CursorPage page && page.cursor().isPresent()) {
            conditions.add(new CursorSql(ALIAS, page.cursor().get(), page.backwards()));
        }
    }

    /** The order in which a page is read. */
    private static SortOrder direction(ResourceQuery query) {
        return query.page() instanceof CursorPage page && page.backwards()
                ? query.order().reversed()
                : query.order();
    }

    private static void addOrder(SqlText sql, SortOrder order) {
        sql.add(order.keys().stream()
                .map(key -> ALIAS + "." + key.field() + (key.descending() ? " DESC" : ""))
                .collect(Collectors.joining(", ", " ORDER BY ", "")));
    }

    /** On a cursor page, one extra row shows whether there are further pages. */
    private static int limit(ResourceQuery query) {
        return query.page() instanceof CursorPage page
                ? page.size() + 1
                : query.page().size();
    }

    private static void addLimit(SqlText sql, ResourceQuery query, int limit) {
        sql.add(" LIMIT " + limit);
        if (offset(query) > 0) {
            sql.add(" OFFSET ").argument(offset(query));
        }
    }

    private static long offset(ResourceQuery query) {
        return query.page() instanceof NumberedPage numbered ? numbered.offset() : 0;
    }
}
