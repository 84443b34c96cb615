package dev.registrar.resource.document.writing;

import dev.registrar.resource.query.Cursor;
import dev.registrar.resource.query.Page;
import dev.registrar.resource.query.Page.CursorPage;
import dev.registrar.resource.query.Page.NumberedPage;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.query.SortOrder;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A page of a collection that a read found.
 *
 * @param rows the resources, in the layout of the fields
 * @param included the included resources; empty when the client did not request a compound document
 */
public record FoundPage(ShownFields fields, Iterable<Row> rows, Position position, Optional<Included> included) {
    public sealed interface Position {
        Page page();
    }

    /**
     * The position of a page with a number.
     *
     * @param count the number of resources in the whole collection
     */
    public record Numbered(NumberedPage page, long count) implements Position {
        public long pages() {
            return page.pagesOf(count);
        }
    }

    /**
     * The position of a page next to a cursor. Nothing is counted, so every page costs the same.
     *
     * @param more whether there are more resources beyond the page, in the direction away from the cursor
     * @param first the cursor of the first resource; empty on an empty page
     * @param last the cursor of the last resource; empty on an empty page
     */
    public record Cursored(CursorPage page, boolean more, Optional<Cursor> first, Optional<Cursor> last)
            implements Position {

        /** The page on the other side of the cursor may be empty: the profile allows the link without a check. */
        public boolean hasPrevious() {
            return page.backwards() ? more : page.cursor().isPresent();
        }

        public boolean hasNext() {
            return page.backwards() ? page.cursor().isPresent() : more;
        }
    }

    /**
     * Splits the rows of a page into its resources and its position in the collection.
     *
     * @param rows the rows, in the layout of the fields, with further columns after it: for a numbered page the
     *     count of all resources, for a cursor page the values of the sort keys
     */
    public static FoundPage of(ShownFields fields, RowSet<Row> rows, ResourceQuery query, Optional<Included> included) {
        if (query.page() instanceof CursorPage page) {
            return atCursor(page, fields, rows, query.order(), included);
        }
        var count = rows.size() == 0 ? 0 : rows.iterator().next().getLong(fields.width());
        return new FoundPage(fields, rows, new Numbered((NumberedPage) query.page(), count), included);
    }

    private static FoundPage atCursor(
            CursorPage page, ShownFields fields, RowSet<Row> rows, SortOrder order, Optional<Included> included) {
        var shown = inOrder(page, rows);
        var position = new Cursored(
                page,
                rows.size() > page.size(),
                shown.stream().findFirst().map(row -> cursorOf(row, fields, order)),
                shown.stream().reduce((row, next) -> next).map(row -> cursorOf(row, fields, order)));
        return new FoundPage(fields, shown, position, included);
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
        var values = IntStream.range(0, order.attributeKeys().size())
                .mapToObj(index -> row.getValue(fields.width() + index))
                .toList();
        return new Cursor(fields.type(), order, values, row.getUUID(0));
    }

    public boolean isEmpty() {
        return !rows.iterator().hasNext();
    }
}
