package dev.registrar.resource.result;

import dev.registrar.resource.query.paging.Cursor;
import dev.registrar.resource.query.paging.CursorPage;
import dev.registrar.resource.query.paging.NumberedPage;
import dev.registrar.resource.query.paging.Page;
import java.util.Optional;

/** Where a page stands in its collection. */
public sealed interface PagePosition {

    Page page();

    /**
     * The position of a page that has a number.
     *
     * @param count how many resources the collection has on all its pages
     */
    record Numbered(NumberedPage page, long count) implements PagePosition {

        /** How many pages the collection has. */
        public long pages() {
            return page.pagesOf(count);
        }
    }

    /**
     * The position of a page next to a cursor. Nothing is counted, so that each page costs the same.
     *
     * @param more whether the collection goes on beyond the page, in the direction away from the cursor
     * @param first the cursor of the first resource; empty on an empty page
     * @param last the cursor of the last resource; empty on an empty page
     */
    record Cursored(CursorPage page, boolean more, Optional<Cursor> first, Optional<Cursor> last)
            implements PagePosition {

        /** A page on the far side of a cursor may be empty: the profile allows a link to it, and not to look. */
        public boolean hasPrevious() {
            return page.backwards() ? more : page.cursor().isPresent();
        }

        public boolean hasNext() {
            return page.backwards() ? page.cursor().isPresent() : more;
        }
    }
}
