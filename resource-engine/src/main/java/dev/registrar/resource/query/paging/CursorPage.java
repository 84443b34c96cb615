package dev.registrar.resource.query.paging;

import java.util.Optional;

/**
 * A page next to a cursor: {@code page[after]} or {@code page[before]} of the cursor pagination profile. Its cost does
 * not depend on its position in the collection.
 *
 * @param cursor empty for the page at the end of the collection: the first page for {@code after}, the last for
 *     {@code before}
 */
public record CursorPage(Side side, Optional<Cursor> cursor, int size) implements Page {
    /** The side of the cursor on which the page is. */
    public enum Side {
        AFTER("page[after]"),
        BEFORE("page[before]");

        private final String parameter;

        Side(String parameter) {
            this.parameter = parameter;
        }

        /** The query parameter for this side. */
        public String parameter() {
            return parameter;
        }
    }

    /** Whether the page is read towards the beginning of the collection. */
    public boolean backwards() {
        return side == Side.BEFORE;
    }
}
