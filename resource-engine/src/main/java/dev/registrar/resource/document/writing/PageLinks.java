package dev.registrar.resource.document.writing;

import static dev.registrar.resource.error.ErrorCode.URI_TOO_LONG;
import static dev.registrar.resource.error.ErrorSource.parameter;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.registrar.resource.document.writing.FoundPage.Cursored;
import dev.registrar.resource.document.writing.FoundPage.Numbered;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.query.Cursor;
import dev.registrar.resource.query.Page;
import dev.registrar.resource.query.Page.CursorPage;
import dev.registrar.resource.query.Page.NumberedPage;
import dev.registrar.resource.query.Page.Side;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.type.ResourceType;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;

/**
 * The links to other pages of a collection: the request's URL and parameters with other page parameters.
 *
 * @param beforePage what all links have in common: the URL and the parameters that are not about the page
 */
public record PageLinks(String url, Map<String, List<String>> query, String beforePage) {
    /** The maximum length of a URL in a request line of 8,192 bytes, with any method. */
    private static final int MAX_LENGTH = 8_150;

    private static final String NUMBER = Links.encode(NumberedPage.PARAMETER) + "=";
    private static final String SIZE = "&" + Links.encode("page[size]") + "=";

    private static final int LONGEST_PAGE_NUMBER = Long.toString(Long.MAX_VALUE).length();

    private static String beforePage(String url, Map<String, List<String>> query) {
        Map<String, List<String>> others = new LinkedHashMap<>(query);
        others.keySet().removeIf(PageLinks::isOfPage);
        return Links.withQuery(url, others) + (others.isEmpty() ? "?" : "&");
    }

    private static boolean isOfPage(String parameter) {
        return parameter.startsWith("page[");
    }

    /**
     * Creates the links; fails with {@code uri_too_long} when the link to some page could be too long for a URL, so
     * that a client that follows the links fails at the first page and not in the middle.
     */
    public static PageLinks of(
            String url, Map<String, List<String>> parameters, ResourceType type, ResourceQuery query) {
        var links = new PageLinks(url, parameters, beforePage(url, parameters));
        var position = query.page() instanceof CursorPage ? Cursor.maxLength(type, query.order()) : LONGEST_PAGE_NUMBER;
        if (links.to(NUMBER, Page.MAX_SIZE).length() + position > MAX_LENGTH) {
            throw links.tooLong();
        }
        return links;
    }

    private JsonApiException tooLong() {
        var longest = query.entrySet().stream()
                .filter(parameter -> !isOfPage(parameter.getKey()))
                .max((one, other) -> Integer.compare(characters(one), characters(other)))
                .orElseThrow();
        return URI_TOO_LONG
                .at(
                        parameter(longest.getKey()),
                        "The links to other pages would be longer than %s characters; use fewer filter values or sort fields."
                                .formatted(MAX_LENGTH))
                .asException();
    }

    private static int characters(Entry<String, List<String>> parameter) {
        return parameter.getKey().length() + parameter.getValue().get(0).length();
    }

    void write(JsonGenerator out, FoundPage.Position position) throws IOException {
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
        return to(NUMBER + number, page.size());
    }

    private void writeCursored(JsonGenerator out, Cursored position) throws IOException {
        var page = position.page();
        out.writeStringField("first", to(page, Side.AFTER, Optional.empty()));
        out.writeStringField("last", to(page, Side.BEFORE, Optional.empty()));
        out.writeStringField("prev", position.hasPrevious() ? to(page, Side.BEFORE, position.first()) : null);
        out.writeStringField("next", position.hasNext() ? to(page, Side.AFTER, position.last()) : null);
    }

    /** The link to the page next to a cursor, whose characters need no encoding. */
    private String to(CursorPage page, Side side, Optional<Cursor> cursor) {
        return to(
                Links.encode(side.parameter()) + "="
                        + cursor.map(Cursor::encoded).orElse(""),
                page.size());
    }

    private String to(String pageParameter, int size) {
        return beforePage + pageParameter + SIZE + size;
    }
}
