package dev.registrar.resource.query.paging;

import java.util.Optional;

/**
 * A page next to a cursor: {@code page[after]} or {@code page[before]} of the cursor pagination profile. However far into
 * the collection it is, it costs the same.
 *
 * @param cursor empty for the page at the end of the collection: the first page after nothing, the last before nothing
 */
public record CursorPage(Side side, Optional<Cursor> cursor, int size) implements Page {
    /** On which side of the cursor the page is. */
    public enum Side {
        AFTER("page[after]"),
        BEFORE("page[before]");

        private final String parameter;

        Side(String parameter) {
            this.parameter = parameter;
        }

        /** The query parameter that asks for it. */
        public String parameter() {
            return parameter;
        }
    }

    /** Whether the database reads towards the beginning of the collection. */
    public boolean backwards() {
        return side == Side.BEFORE;
    }
}
