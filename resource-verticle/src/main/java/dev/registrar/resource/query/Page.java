package dev.registrar.resource.query;

/**
 * A page of a collection.
 *
 * @param number from 1
 * @param size 1 to {@link #MAX_SIZE} resources
 */
public record Page(int number, int size) {
    public static final int DEFAULT_SIZE = 20;
    public static final int MAX_SIZE = 100;
    public static final Page FIRST = new Page(1, DEFAULT_SIZE);

    /** How many resources stand before this page. */
    public long offset() {
        return (number - 1L) * size;
    }

    /** How many pages a collection of this many resources has; an empty one has one empty page. */
    public long pagesOf(long count) {
        return Math.max(1, (count + size - 1) / size);
    }
}
