package dev.registrar.resource.query;

import java.util.Optional;

/** The part of a collection that a client requests. */
public sealed interface Page {
    int DEFAULT_SIZE = 20;
    int MAX_SIZE = 100;

    /** The maximum number of resources on it, from 1 to {@link #MAX_SIZE}. */
    int size();

    /** A page with a number from 1: {@code page[number]}. */
    record NumberedPage(int number, int size) implements Page {
        public static final String PARAMETER = "page[number]";
        public static final NumberedPage FIRST = new NumberedPage(1, DEFAULT_SIZE);

        public long offset() {
            return (number - 1L) * size;
        }

        /** The number of pages of a collection of this many resources; an empty collection has one empty page. */
        public long pagesOf(long count) {
            return Math.max(1, (count + size - 1) / size);
        }
    }

    /**
     * A page next to a cursor: {@code page[after]} or {@code page[before]} of the cursor pagination profile. Its cost
     * does not depend on its position in the collection.
     *
     * @param cursor empty for the page at the end of the collection: the first page for {@code after}, the last for
     *     {@code before}
     */
    record CursorPage(Side side, Optional<Cursor> cursor, int size) implements Page {
        public boolean backwards() {
            return side == Side.BEFORE;
        }
    }

    enum Side {
        AFTER("page[after]"),
        BEFORE("page[before]");

        private final String parameter;

        Side(String parameter) {
            this.parameter = parameter;
        }

        public String parameter() {
            return parameter;
        }
    }
}
