package dev.registrar.resource.store;

import static dev.registrar.resource.store.IndexUse.ALL_ROWS;
import static dev.registrar.resource.store.IndexUse.INDEX_RANGE;
import static dev.registrar.resource.store.SelectSql.ALIAS;

import dev.registrar.platform.database.Statement;
import dev.registrar.resource.document.writing.FoundPage;
import dev.registrar.resource.document.writing.ShownFields;
import dev.registrar.resource.query.Filter.BySearch;
import dev.registrar.resource.query.Page.CursorPage;
import dev.registrar.resource.query.Page.NumberedPage;
import dev.registrar.resource.query.SortOrder;
import dev.registrar.resource.type.ResourceType;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.stream.Collectors;

/**
 * Builds the SQL of pages. The size of a page is part of the text and not an argument, because PostgreSQL would
 * otherwise make a new plan for every page: a plan for an unknown number of rows seems too expensive to it.
 */
public record PageSql(SelectSql select) {
    /**
     * Selects a page, in the layout of the fields with further columns for {@link FoundPage}.
     *
     * @param use what the query reads of the table. Unless that is possibly everything, the statement reads only so
     *     much that it is always fast; see {@link #isIncomplete}
     */
    public Statement page(ShownFields fields, PageSelection selection, IndexUse use) {
        var sql = new Sql();
        switch (use) {
            case FEW_ROWS, ROWS_OF_OTHERS, INDEX_ORDER -> addOrdered(sql, fields, selection);
            case INDEX_RANGE -> addMatching(sql, fields, selection);
            case ALL_ROWS -> addScanned(sql, fields, selection);
        }
        return sql.finish();
    }

    /** Adds the columns of the fields, and for a cursor page the values of the sort keys. */
    private void addColumns(Sql sql, ShownFields fields, PageSelection selection) {
        sql.add("SELECT ");
        select.addColumns(sql, fields);
        if (selection.query().page() instanceof CursorPage) {
            selection.query().order().attributeKeys().forEach(key -> sql.add(", " + ALIAS + "." + key.field()));
        }
    }

    /**
     * Adds a selection that reads the rows in their order and ends with the page. Where rows are skipped, only their
     * ids and sort keys are read, mostly from an index alone.
     */
    private void addOrdered(Sql sql, ShownFields fields, PageSelection selection) {
        addColumns(sql, fields, selection);
        addTotal(sql, selection);
        if (selection.offset() == 0) {
            addFromWhere(sql, selection, selection.matchesBeyondCursor());
            addOrder(sql, selection.readingOrder());
            addLimit(sql, selection, selection.limit());
        } else {
            addFromIds(sql, selection, part -> addIds(part, selection, selection.limit()));
        }
    }

    /**
     * Adds a selection that collects all matching rows by an index, to count and to sort them. It stops at a number of
     * rows, and thus does not depend on PostgreSQL's estimates of how many rows match.
     */
    private void addMatching(Sql sql, ShownFields fields, PageSelection selection) {
        sql.add("WITH matching AS MATERIALIZED (SELECT " + ALIAS + ".id");
        selection.query().order().attributeKeys().forEach(key -> sql.add(", " + ALIAS + "." + key.field()));
        addFromWhere(sql, selection, selection.matches());
        sql.add(" LIMIT " + (IndexUse.MANY_ROWS + 1) + ") ");
        addColumns(sql, fields, selection);
        sql.add(", (SELECT count(*) FROM matching) AS total");
        addFromIds(sql, selection, part -> {
            part.add("SELECT " + ALIAS + ".id FROM matching " + ALIAS);
            var beyond = new Sql.Conditions();
            selection.addBeyondCursor(beyond);
            beyond.addTo(part);
            addOrder(part, selection.readingOrder());
            addLimit(part, selection, selection.limit());
        });
    }

    /**
     * Whether a page that was selected by an index lacks resources, because too many match. An empty page does not show
     * the number, and a page past the last one has fewer before it.
     */
    public static boolean isIncomplete(PageSelection selection, RowSet<Row> rows, IndexUse use) {
        if (use != INDEX_RANGE) {
            return false;
        }
        if (rows.size() == 0) {
            return selection.query().page() instanceof CursorPage page
                    && page.cursor().isPresent();
        }
        return areTooMany(rows);
    }

    /** Whether the number in the last column is greater than that of the rows that an index reads quickly. */
    public static boolean areTooMany(RowSet<Row> rows) {
        var row = rows.iterator().next();
        return row.getLong(row.size() - 1) > IndexUse.MANY_ROWS;
    }

    private void addScanned(Sql sql, ShownFields fields, PageSelection selection) {
        addColumns(sql, fields, selection);
        if (isCountedWhileScanning(selection)) {
            sql.add(", found.total FROM (SELECT " + ALIAS + ".id, count(*) OVER () AS total");
            addFromWhere(sql, selection, selection.matches());
            addOrder(sql, selection.query().order());
            addLimit(sql, selection, selection.limit());
            sql.add(") found JOIN " + selection.type().table() + " " + ALIAS + " ON " + ALIAS + ".id = found.id");
            addOrder(sql, selection.query().order());
        } else {
            addTotal(sql, selection);
            addFromIds(sql, selection, part -> addIds(part, selection, selection.limit()));
        }
    }

    /** Whether the matching rows are found by a scan: only once, and counted at the same time. */
    private static boolean isCountedWhileScanning(PageSelection selection) {
        return selection.query().page() instanceof NumberedPage
                && selection.query().filters().stream().anyMatch(filter -> IndexUse.of(filter) == ALL_ROWS);
    }

    /** As part of the statement, the count needs no extra round trip and uses the same snapshot. */
    private static void addTotal(Sql sql, PageSelection selection) {
        if (selection.query().page() instanceof NumberedPage) {
            sql.add(", (");
            addCount(sql, selection);
            sql.add(") AS total");
        }
    }

    /** Adds the rows with these ids, which are put into an array, so that PostgreSQL looks up each of them. */
    private static void addFromIds(Sql sql, PageSelection selection, Sql.Part ids) {
        sql.add(from(selection) + " WHERE " + ALIAS + ".id = ANY(ARRAY(");
        ids.addTo(sql);
        sql.add("))");
        addOrder(sql, selection.readingOrder());
    }

    /** Selects the ids of a page's resources, which can be read in their order. */
    public static Sql.Part idsOfPage(PageSelection selection) {
        return sql -> addIds(sql, selection, selection.query().page().size());
    }

    private static void addIds(Sql sql, PageSelection selection, int limit) {
        if (selection.isWholeCollection() && selection.offset() > 0) {
            addIdsFromNearerEnd(sql, selection);
        } else {
            sql.add("SELECT " + ALIAS + ".id");
            addFromWhere(sql, selection, selection.matchesBeyondCursor());
            addOrder(sql, selection.readingOrder());
            addLimit(sql, selection, limit);
        }
    }

    /**
     * Adds the ids of a page of the whole collection, from its beginning or its end, whichever the count shows to be
     * nearer. The other of the two selections has the limit 0 and is not executed.
     */
    private static void addIdsFromNearerEnd(Sql sql, PageSelection selection) {
        var size = selection.query().page().size();
        var order = selection.query().order();
        var offset = selection.offset();
        sql.add("WITH counted AS MATERIALIZED (");
        addStoredCount(sql, selection.type());
        sql.add(" AS total) (SELECT " + ALIAS + ".id" + from(selection));
        addOrder(sql, order);
        sql.add(" LIMIT (SELECT CASE WHEN ? <= total / 2 THEN " + size + " ELSE 0 END FROM counted)", offset);
        sql.add(" OFFSET ?", offset);
        sql.add(") UNION ALL (SELECT " + ALIAS + ".id" + from(selection));
        addOrder(sql, order.reversed());
        sql.add(" LIMIT (SELECT CASE WHEN ? <= total / 2 THEN 0", offset);
        sql.add(" ELSE greatest(0, least(" + size + ", total - ?)) END FROM counted)", offset);
        sql.add(" OFFSET (SELECT greatest(0, total - " + size + " - ?) FROM counted))", offset);
    }

    /** Counts the rows from which those that match are chosen, up to one more than can be read quickly. */
    public static Statement reached(PageSelection selection) {
        var sql = new Sql();
        selection.addReached(sql);
        return sql.finish();
    }

    public static Statement count(PageSelection selection) {
        var sql = new Sql();
        addCount(sql, selection);
        return sql.finish();
    }

    private static void addCount(Sql sql, PageSelection selection) {
        if (selection.isWholeCollection()) {
            addStoredCount(sql, selection.type());
        } else {
            sql.add("SELECT count(*)");
            addFromWhere(sql, selection, selection.matches());
        }
    }

    /** Adds the count that triggers keep: nothing is scanned. */
    private static void addStoredCount(Sql sql, ResourceType type) {
        sql.add("SELECT (SELECT coalesce(sum(change), 0)::bigint FROM " + type.schema()
                + ".resource_counts WHERE type = '" + type + "')");
    }

    private static void addFromWhere(Sql sql, PageSelection selection, Sql.Conditions conditions) {
        var rows = from(selection);
        if (selection.query().filters().stream().anyMatch(BySearch.class::isInstance)) {
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

    private static String from(PageSelection selection) {
        return " FROM " + selection.type().table() + " " + ALIAS;
    }

    static void addOrder(Sql sql, SortOrder order) {
        sql.add(order.keys().stream()
                .map(key -> TextSql.ordered(key) + (key.descending() ? " DESC" : ""))
                .collect(Collectors.joining(", ", " ORDER BY ", "")));
    }

    private static void addLimit(Sql sql, PageSelection selection, int limit) {
        sql.add(" LIMIT " + limit);
        if (selection.offset() > 0) {
            sql.add(" OFFSET ?", selection.offset());
        }
    }
}
