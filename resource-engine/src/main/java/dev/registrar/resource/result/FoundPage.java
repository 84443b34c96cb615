package dev.registrar.resource.result;

import dev.registrar.resource.query.Cursor;
import dev.registrar.resource.query.Page.CursorPage;
import dev.registrar.resource.query.Page.NumberedPage;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.query.SortOrder;
import dev.registrar.resource.result.PagePosition.Cursored;
import dev.registrar.resource.result.PagePosition.Numbered;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A page of a collection that a read found.
 *
 * @param included the included resources; empty when the client did not request a compound document
 */
public record FoundPage(FoundResources resources, PagePosition position, Optional<Included> included) {

    /**
     * Splits the rows of a page into its resources and its position in the collection.
     *
     * @param rows the rows, in the layout of the fields, with further columns after it: for a numbered page the
     *     count of all resources, for a cursor page the values of the sort keys
     */
    public static FoundPage of(ShownFields fields, RowSet<Row> rows, ResourceQuery query, Optional<Included> included) {
        return query.page() instanceof CursorPage page
                ? atCursor(page, fields, rows, query.order(), included)
                : numbered((NumberedPage) query.page(), fields, rows, included);
    }

    private static FoundPage numbered(
            NumberedPage page, ShownFields fields, RowSet<Row> rows, Optional<Included> included) {
        var count = rows.size() == 0 ? 0 : rows.iterator().next().getLong(fields.width());
        return new FoundPage(new FoundResources(fields, rows), new Numbered(page, count), included);
    }

    private static FoundPage atCursor(
            CursorPage page, ShownFields fields, RowSet<Row> rows, SortOrder order, Optional<Included> included) {
        var shown = inOrder(page, rows);
        var position = new Cursored(
                page,
                rows.size() > page.size(),
                shown.stream().findFirst().map(row -> cursorOf(row, fields, order)),
                shown.stream().reduce((row, next) -> next).map(row -> cursorOf(row, fields, order)));
        return new FoundPage(new FoundResources(fields, shown), position, included);
    }

    /**
     * The rows of the page in the order of the collection, without the extra row that shows that there is another page.
     */
    private static List<Row> inOrder(CursorPage page, RowSet<Row> rows) {
        List<Row> found = new ArrayList<>();
        rows.forEach(found::add);
        var shown = found.subList(0, Math.min(found.size(), page.size()));
        if (page.backwards()) {
            Collections.reverse(shown);
        }
        return shown;
    }

    private static Cursor cursorOf(Row row, ShownFields fields, SortOrder order) {
        List<Object> values = new ArrayList<>();
        for (var index = 0; index < order.attributeKeys().size(); index++) {
            values.add(row.getValue(fields.width() + index));
        }
        return new Cursor(fields.type(), order, values, row.getUUID(0));
    }

    public boolean isEmpty() {
        return !resources.rows().iterator().hasNext();
    }
}
