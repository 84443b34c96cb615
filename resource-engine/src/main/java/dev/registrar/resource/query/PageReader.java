package dev.registrar.resource.query;

import static dev.registrar.resource.error.ErrorCode.INVALID_PAGE;
import static dev.registrar.resource.error.ErrorCode.PAGE_TOO_LARGE;
import static dev.registrar.resource.error.ErrorCode.RANGE_NOT_SUPPORTED;
import static dev.registrar.resource.error.ErrorCode.UNSUPPORTED_SORT;
import static dev.registrar.resource.error.ErrorSource.parameter;

import dev.registrar.resource.document.Integers;
import dev.registrar.resource.error.ErrorCollector;
import dev.registrar.resource.query.Page.CursorPage;
import dev.registrar.resource.query.Page.NumberedPage;
import dev.registrar.resource.query.Page.Side;
import dev.registrar.resource.type.ResourceType;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** Reads {@code page[...]}: a page with a number, or next to a cursor. */
public final class PageReader {
    public static final String SIZE = "page[size]";

    private final ErrorCollector errors;
    private final Map<Side, String> cursors = new EnumMap<>(Side.class);
    private Optional<Integer> number = Optional.empty();
    private int size = Page.DEFAULT_SIZE;

    public PageReader(ErrorCollector errors) {
        this.errors = errors;
    }

    /** Reads one parameter; returns false when it is not a page parameter. */
    public boolean read(String name, String value) {
        if (name.equals(NumberedPage.PARAMETER)) {
            readNumber(value);
            return true;
        }
        if (name.equals(SIZE)) {
            readSize(value);
            return true;
        }
        for (var side : Side.values()) {
            if (name.equals(side.parameter())) {
                cursors.put(side, value);
                return true;
            }
        }
        return false;
    }

    /** The requested page of a type; an arbitrary one when an error was added. The pages of a log have no numbers. */
    public Page finish(ResourceType type, SortOrder order) {
        if (cursors.isEmpty() && !type.isReadOnly()) {
            return new NumberedPage(number.orElse(1), size);
        }
        cursors.putIfAbsent(cursors.containsKey(Side.BEFORE) ? Side.BEFORE : Side.AFTER, "");
        if (cursors.size() > 1) {
            errors.add(RANGE_NOT_SUPPORTED.at(
                    parameter(Side.BEFORE.parameter()), "Send either page[after] or page[before], not both."));
        }
        if (number.isPresent()) {
            errors.add(INVALID_PAGE.at(
                    parameter(NumberedPage.PARAMETER),
                    type.isReadOnly()
                            ? "The pages of %s have no numbers; follow links.next, or use page[after].".formatted(type)
                            : "page[number] cannot be combined with a cursor."));
        }
        order.keys().stream()
                .filter(key -> !key.fitsCursor())
                .forEach(key -> errors.add(UNSUPPORTED_SORT.at(
                        parameter("sort"),
                        "%s is too long for a cursor; sort by another field, or use page[number]."
                                .formatted(key.field()))));
        var side = cursors.keySet().iterator().next();
        return new CursorPage(side, readCursor(side, type, order), size);
    }

    private Optional<Cursor> readCursor(Side side, ResourceType type, SortOrder order) {
        var text = cursors.get(side);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        var cursor = Cursor.parse(text, type, order);
        if (cursor.isEmpty()) {
            errors.add(INVALID_PAGE.at(
                    parameter(side.parameter()),
                    "%s must be a cursor from a link to a page of %s in this sort order, or empty to begin at an end."
                            .formatted(side.parameter(), type)));
        }
        return cursor;
    }

    private void readNumber(String value) {
        number = wholeNumber(value);
        if (number.isEmpty()) {
            errors.add(INVALID_PAGE.at(
                    parameter(NumberedPage.PARAMETER),
                    "page[number] must be an integer from 1 to %s.".formatted(Integer.MAX_VALUE)));
        }
    }

    public int size() {
        return size;
    }

    public void readSize(String value) {
        var asked = wholeNumber(value);
        if (asked.isEmpty()) {
            errors.add(INVALID_PAGE.at(
                    parameter(SIZE), "page[size] must be an integer from 1 to %s.".formatted(Page.MAX_SIZE)));
        } else if (asked.get() > Page.MAX_SIZE) {
            errors.add(PAGE_TOO_LARGE
                    .at(parameter(SIZE), "page[size] must be at most %s.".formatted(Page.MAX_SIZE))
                    .withMeta(Map.of("page", Map.of("maxSize", Page.MAX_SIZE))));
        } else {
            size = asked.get();
        }
    }

    private static Optional<Integer> wholeNumber(String value) {
        return Integers.parse(value).filter(parsed -> parsed > 0);
    }
}
