package dev.registrar.resource.store.sql;

import static dev.registrar.resource.store.sql.IndexUse.ALL_ROWS;
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

    /** Selects a page, in the layout of the fields with further columns for {@link FoundPage}. */
    public Statement page(ShownFields fields, ResourceQuery query, Optional<RelatedResources> related) {
        var sql = new SqlText().add("SELECT ");
        select.addColumns(sql, fields);
        if (query.page() instanceof CursorPage page) {
            query.order().attributeKeys().forEach(key -> sql.add(", " + ALIAS + "." + key.field()));
            // One extra row shows whether there are further pages.
            addRows(sql, fields.type(), query, related, page.size() + 1);
        } else if (isCountedWhileScanning(query, related)) {
            addRowsAndCount(sql, fields.type(), query, related);
        } else {
            // As part of the statement, the count needs no extra round trip and uses the same snapshot.
            sql.add(", (");
            addCount(sql, fields.type(), query, related);
            sql.add(") AS total");
            addRows(sql, fields.type(), query, related, query.page().size());
        }
        return sql.finish();
    }

    /** Whether the matching rows are found by a scan: only once, and counted at the same time. */
    private static boolean isCountedWhileScanning(ResourceQuery query, Optional<RelatedResources> related) {
        return IndexUse.of(query, related) == ALL_ROWS
                && query.filters().stream().anyMatch(filter -> IndexUse.of(filter) == ALL_ROWS);
    }

    private static void addRowsAndCount(
            SqlText sql, ResourceType type, ResourceQuery query, Optional<RelatedResources> related) {
        sql.add(", found.total FROM (SELECT " + ALIAS + ".id, count(*) OVER () AS total");
        addFromWhere(sql, type, query, related);
        addOrder(sql, query.order());
        addLimit(sql, query, query.page().size());
        sql.add(") found JOIN " + type.table() + " " + ALIAS + " ON " + ALIAS + ".id = found.id");
        addOrder(sql, query.order());
    }

    /**
     * Adds the rows of a page. Where rows are skipped or sorted, only their ids and sort keys are, mostly from an index alone; the
     * other columns are read for the rows of the page. The ids are put into an array, so that PostgreSQL looks up each of them.
     */
    private static void addRows(
            SqlText sql, ResourceType type, ResourceQuery query, Optional<RelatedResources> related, int limit) {
        if (offset(query) == 0 && IndexUse.of(query, related) != ALL_ROWS) {
            addFromWhere(sql, type, query, related);
            addOrder(sql, direction(query));
            addLimit(sql, query, limit);
        } else {
            sql.add(" FROM " + type.table() + " " + ALIAS + " WHERE " + ALIAS + ".id = ANY(ARRAY(");
            addIds(sql, type, query, related, limit);
            sql.add("))");
            addOrder(sql, direction(query));
        }
    }

    /** Selects the ids of a page's resources. */
    public static SqlPart idsOfPage(ResourceType primary, ResourceQuery query, Optional<RelatedResources> related) {
        return sql -> addIds(sql, primary, query, related, query.page().size());
    }

    private static void addIds(
            SqlText sql, ResourceType type, ResourceQuery query, Optional<RelatedResources> related, int limit) {
        if (isCollection(query, related) && offset(query) > 0) {
            addIdsFromNearerEnd(sql, type, query);
        } else {
            sql.add("SELECT " + ALIAS + ".id");
            addFromWhere(sql, type, query, related);
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
            addFromWhere(sql, type, query, related);
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

    private static SqlConditions conditions(ResourceQuery query, Optional<RelatedResources> related) {
        var conditions = new SqlConditions();
        related.ifPresent(resources -> conditions.add(sql -> resources.addTo(sql, ALIAS)));
        SelectSql.addFilters(conditions, query.filters());
        if (query.page() instanceof CursorPage page && page.cursor().isPresent()) {
            conditions.add(new CursorSql(ALIAS, page.cursor().get(), page.backwards()));
        }
        return conditions;
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
