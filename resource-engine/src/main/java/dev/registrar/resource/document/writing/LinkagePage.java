package dev.registrar.resource.document.writing;

import static dev.registrar.resource.error.ErrorCode.PAGE_NOT_FOUND;
import static dev.registrar.resource.error.ErrorSource.parameter;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.registrar.resource.query.Inclusion;
import dev.registrar.resource.query.Page.NumberedPage;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The part of a to-many relationship's linkage that a document contains: all of it, unless it is very long (JSON:API
 * 1.0, "Pagination": links in a relationship object paginate the relationship data).
 *
 * @param number from 1
 */
public record LinkagePage(int number) {
    /** The same as the maximum number of included resources, so that every included resource is linked. */
    public static final int SIZE = Inclusion.MAX_RESOURCES;

    /** The page in a document whose primary data is not this linkage, or for a request without a page number. */
    public static final LinkagePage FIRST = new LinkagePage(1);

    /** The ids on this page; fails with {@code page_not_found} when it is past the last one. */
    UUID[] of(UUID[] all) {
        var page = numbered();
        if (page.offset() >= all.length && number > 1) {
            throw PAGE_NOT_FOUND
                    .at(parameter(NumberedPage.PARAMETER), "The last page is %s.".formatted(page.pagesOf(all.length)))
                    .asException();
        }
        var from = (int) page.offset();
        return Arrays.copyOfRange(all, from, Math.min(all.length, from + SIZE));
    }

    /** Writes links to all pages of a linkage of several pages into a links object. */
    void writeLinks(JsonGenerator out, String url, int count) throws IOException {
        var pages = pagesOf(count);
        out.writeStringField("first", link(url, 1));
        out.writeStringField("last", link(url, pages));
        out.writeStringField("prev", number > 1 ? link(url, number - 1L) : null);
        out.writeStringField("next", number < pages ? link(url, number + 1L) : null);
    }

    long pagesOf(int count) {
        return numbered().pagesOf(count);
    }

    String link(String url) {
        return link(url, number);
    }

    private static String link(String url, long number) {
        return Links.withQuery(url, Map.of(NumberedPage.PARAMETER, List.of(Long.toString(number))));
    }

    private NumberedPage numbered() {
        return new NumberedPage(number, SIZE);
    }
}
