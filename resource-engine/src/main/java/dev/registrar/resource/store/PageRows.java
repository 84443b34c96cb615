package dev.registrar.resource.store;

import dev.registrar.resource.document.writing.FoundResources;
import dev.registrar.resource.document.writing.PagePosition.Cursored;
import dev.registrar.resource.document.writing.PagePosition.Numbered;
import dev.registrar.resource.document.writing.ShownFields;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.query.paging.Cursor;
import dev.registrar.resource.query.paging.CursorPage;
import dev.registrar.resource.query.paging.NumberedPage;
import dev.registrar.resource.query.paging.SortOrder;
import dev.registrar.resource.store.sql.SelectSql;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The rows of a page as {@link SelectSql#page} selects them: in the layout of the fields, with further columns after it.
 * For a numbered page this is the count of all resources; for a cursor's page it is the values of the sort keys.
 */
public record PageRows(ShownFields fields, RowSet<Row> rows) {

    FoundPage toPage(ResourceQuery query, FoundIncludes includes) {
        return query.page() instanceof CursorPage page
                ? cursorPage(page, query.order(), includes)
                : numberedPage((NumberedPage) query.page(), includes);
    }

    private FoundPage numberedPage(NumberedPage page, FoundIncludes includes) {
        var count = rows.size() == 0 ? 0 : rows.iterator().next().getLong(fields.width());
        return new FoundPage(new FoundResources(fields, rows), new Numbered(page, count), includes);
    }

    private FoundPage cursorPage(CursorPage page, SortOrder order, FoundIncludes includes) {
        var shown = inOrder(page);
        var position = new Cursored(
                page,
                rows.size() > page.size(),
                shown.stream().findFirst().map(row -> cursorOf(row, order)),
                shown.stream().reduce((row, next) -> next).map(row -> cursorOf(row, order)));
        return new FoundPage(new FoundResources(fields, shown), position, includes);
    }

    /** The rows of the page in the order of the collection, without the one that only tells of a further page. */
    private List<Row> inOrder(CursorPage page) {
        List<Row> found = new ArrayList<>();
        rows.forEach(found::add);
        var shown = found.subList(0, Math.min(found.size(), page.size()));
        if (page.backwards()) {
            Collections.reverse(shown);
        }
        return shown;
    }

    private Cursor cursorOf(Row row, SortOrder order) {
        List<Object> values = new ArrayList<>();
        for (var index = 0; index < order.attributeKeys().size(); index++) {
            values.add(row.getValue(fields.width() + index));
        }
        return new Cursor(order, values, row.getUUID(0));
    }
}
