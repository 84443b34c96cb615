package dev.registrar.resource.document.writing;

import static dev.registrar.resource.error.ErrorCode.URI_TOO_LONG;
import static dev.registrar.resource.error.ErrorSource.parameter;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.query.paging.Cursor;
import dev.registrar.resource.query.paging.CursorPage;
import dev.registrar.resource.query.paging.CursorPage.Side;
import dev.registrar.resource.query.paging.NumberedPage;
import dev.registrar.resource.query.paging.Page;
import dev.registrar.resource.result.PagePosition;
import dev.registrar.resource.result.PagePosition.Cursored;
import dev.registrar.resource.result.PagePosition.Numbered;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;

/**
 * The links to other pages of a collection: the request's URL and parameters with other page parameters.
 *
 * @param url the URL of the collection, without parameters
 * @param query the parameters of the request
 */
public record PageLinks(String url, Map<String, List<String>> query) {
    /** The maximum length of a URL in a request line of 8,192 bytes, with any method. */
    private static final int MAX_LENGTH = 8_150;

    /** A char has at most three bytes in UTF-8 (a surrogate pair has four), each written as {@code %XX}. */
    private static final int MAX_ENCODED_LENGTH_OF_CHARACTER = 9;

    private static final int PAGE_PARAMETERS = "&page[number]=&page[size]=100".length();
    private static final int LONGEST_PAGE_NUMBER = Long.toString(Long.MAX_VALUE).length();

    /**
     * Creates the links of a collection.
     *
     * @throws JsonApiException {@code uri_too_long} when the link to some page could be too long for a URL, so that
     *     a client that follows the links fails at the first page and not in the middle
     */
    public static PageLinks of(String url, Map<String, List<String>> parameters, ResourceQuery query) {
        var links = new PageLinks(url, parameters);
        var position = query.page() instanceof CursorPage ? Cursor.maxLength(query.order()) : LONGEST_PAGE_NUMBER;
        if (links.isLong(position) && links.longest(position).length() > MAX_LENGTH) {
            throw links.tooLong();
        }
        return links;
    }

    /** A cheap estimate of whether the links may be too long, whatever characters need encoding. */
    private boolean isLong(int position) {
        var characters =
                query.entrySet().stream().mapToInt(PageLinks::characters).sum() + PAGE_PARAMETERS;
        return url.length() + position + characters * MAX_ENCODED_LENGTH_OF_CHARACTER > MAX_LENGTH;
    }

    private static int characters(Entry<String, List<String>> parameter) {
        return parameter.getKey().length() + parameter.getValue().get(0).length() + 2;
    }

    private String longest(int position) {
        return to(Map.of(NumberedPage.PARAMETER, "x".repeat(position)), Page.MAX_SIZE);
    }

    private JsonApiException tooLong() {
        var longest = query.entrySet().stream()
                .filter(parameter -> !isOfPage(parameter.getKey()))
                .max((one, other) -> Integer.compare(characters(one), characters(other)))
                .orElseThrow();
        return URI_TOO_LONG
                .at(
                        parameter(longest.getKey()),
                        "The links to other pages would be longer than %d characters; use fewer filter values or sort fields."
                                .formatted(MAX_LENGTH))
                .asException();
    }

    private static boolean isOfPage(String parameter) {
        return parameter.startsWith("page[");
    }

    /** Writes the links object for the page at this position. */
    void write(JsonGenerator out, PagePosition position) throws IOException {
        out.writeObjectFieldStart("links");
        out.writeStringField("self", Links.withQuery(url, query));
        if (position instanceof Numbered numbered) {
            writeNumbered(out, numbered.page(), numbered.pages());
        } else if (position instanceof Cursored cursored) {
            writeCursored(out, cursored);
        }
        out.writeEndObject();
    }

    private void writeNumbered(JsonGenerator out, NumberedPage page, long pages) throws IOException {
        var number = page.number();
        out.writeStringField("first", to(page, 1));
        out.writeStringField("last", to(page, pages));
        out.writeStringField("prev", number > 1 ? to(page, number - 1L) : null);
        out.writeStringField("next", number < pages ? to(page, number + 1L) : null);
    }

    private String to(NumberedPage page, long number) {
        return to(Map.of(NumberedPage.PARAMETER, Long.toString(number)), page.size());
    }

    private void writeCursored(JsonGenerator out, Cursored position) throws IOException {
        var page = position.page();
        out.writeStringField("first", to(page, Side.AFTER, Optional.empty()));
        out.writeStringField("last", to(page, Side.BEFORE, Optional.empty()));
        out.writeStringField("prev", position.hasPrevious() ? to(page, Side.BEFORE, position.first()) : null);
        out.writeStringField("next", position.hasNext() ? to(page, Side.AFTER, position.last()) : null);
    }

    private String to(CursorPage page, Side side, Optional<Cursor> cursor) {
        return to(Map.of(side.parameter(), cursor.map(Cursor::encoded).orElse("")), page.size());
    }

    /** The link to the page with this parameter; all other parameters stay the same. */
    private String to(Map<String, String> page, int size) {
        Map<String, List<String>> other = new LinkedHashMap<>(query);
        other.keySet().removeIf(PageLinks::isOfPage);
        page.forEach((name, value) -> other.put(name, List.of(value)));
        other.put("page[size]", List.of(Integer.toString(size)));
        return Links.withQuery(url, other);
    }
}
