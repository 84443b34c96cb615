package dev.registrar.resource.query.paging;

/**
 * A page with a number: {@code page[number]}.
 *
 * @param number from 1
 */
public record NumberedPage(int number, int size) implements Page {
    public static final String PARAMETER = "page[number]";
    public static final NumberedPage FIRST = new NumberedPage(1, DEFAULT_SIZE);

    /** The number of resources before this page. */
    public long offset() {
        return (number - 1L) * size;
    }

    /** The number of pages of a collection of this many resources; an empty collection has one empty page. */
    public long pagesOf(long count) {
        return Math.max(1, (count + size - 1) / size);
    }
}
