package dev.registrar.resource.document.writing;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.registrar.resource.query.paging.Cursor;
import dev.registrar.resource.query.paging.CursorPage;
import dev.registrar.resource.query.paging.CursorPage.Side;
import dev.registrar.resource.query.paging.NumberedPage;
import dev.registrar.resource.query.paging.Page;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** Where a page stands in its collection, as its links and its meta tell. */
public sealed interface PagePosition {

    Page page();

    /** Writes the members {@code first}, {@code last}, {@code prev} and {@code next} of a links object. */
    void writeLinks(JsonGenerator out, PageLinks links) throws IOException;

    /** Writes the document's {@code meta} member, if it has any. */
    void writeMeta(JsonGenerator out) throws IOException;

    /**
     * The position of a page that has a number.
     *
     * @param count how many resources the collection has on all its pages
     */
    record Numbered(NumberedPage page, long count) implements PagePosition {

        @Override
        public void writeLinks(JsonGenerator out, PageLinks links) throws IOException {
            var pages = page.pagesOf(count);
            out.writeStringField("first", linkTo(links, 1));
            out.writeStringField("last", linkTo(links, pages));
            out.writeStringField("prev", page.number() > 1 ? linkTo(links, page.number() - 1L) : null);
            out.writeStringField("next", page.number() < pages ? linkTo(links, page.number() + 1L) : null);
        }

        private String linkTo(PageLinks links, long number) {
            return links.to(Map.of(NumberedPage.PARAMETER, Long.toString(number)), page.size());
        }

        @Override
        public void writeMeta(JsonGenerator out) throws IOException {
            out.writeObjectFieldStart("meta");
            out.writeObjectFieldStart("pagination");
            out.writeNumberField("page", page.number());
            out.writeNumberField("pages", page.pagesOf(count));
            out.writeNumberField("count", count);
            out.writeEndObject();
            out.writeEndObject();
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
        @Override
        public void writeLinks(JsonGenerator out, PageLinks links) throws IOException {
            var onTheCursorsSide = page.cursor().isPresent();
            var hasPrev = page.backwards() ? more : onTheCursorsSide;
            var hasNext = page.backwards() ? onTheCursorsSide : more;
            out.writeStringField("first", linkTo(links, Side.AFTER, Optional.empty()));
            out.writeStringField("last", linkTo(links, Side.BEFORE, Optional.empty()));
            out.writeStringField("prev", hasPrev ? linkTo(links, Side.BEFORE, first) : null);
            out.writeStringField("next", hasNext ? linkTo(links, Side.AFTER, last) : null);
        }

        private String linkTo(PageLinks links, Side side, Optional<Cursor> cursor) {
            return links.to(Map.of(side.parameter(), cursor.map(Cursor::encoded).orElse("")), page.size());
        }

        @Override
        public void writeMeta(JsonGenerator out) {
            // Nothing is counted, so there is nothing to tell.
        }
    }
}
