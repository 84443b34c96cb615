package dev.registrar.resource.result;

import dev.registrar.resource.query.Cursor;
import dev.registrar.resource.query.Page;
import dev.registrar.resource.query.Page.CursorPage;
import dev.registrar.resource.query.Page.NumberedPage;
import java.util.Optional;

/** The position of a page in its collection. */
public sealed interface PagePosition {

    Page page();

    /**
     * The position of a page with a number.
     *
     * @param count the number of resources in the whole collection
     */
    record Numbered(NumberedPage page, long count) implements PagePosition {

        /** The number of pages of the collection. */
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
    record Cursored(CursorPage page, boolean more, Optional<Cursor> first, Optional<Cursor> last)
            implements PagePosition {

        /** The page on the other side of the cursor may be empty: the profile allows the link without a check. */
        public boolean hasPrevious() {
            return page.backwards() ? more : page.cursor().isPresent();
        }

        public boolean hasNext() {
            return page.backwards() ? page.cursor().isPresent() : more;
        }
    }
}
