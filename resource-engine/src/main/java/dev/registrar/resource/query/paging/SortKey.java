package dev.registrar.resource.query.paging;

import dev.registrar.resource.type.Attribute;
import java.util.Optional;

/**
 * One key of a sort order.
 *
 * @param attribute empty for the id
 */
public record SortKey(Optional<Attribute> attribute, boolean descending) {
    public static final String ID = "id";

    private static final int MAX_CURSOR_TEXT = 255;
    private static final int ID_LENGTH = 36;

    /** The column of the same name. */
    public String field() {
        return attribute.map(Attribute::name).orElse(ID);
    }

    boolean hasFieldOf(SortKey other) {
        return field().equals(other.field());
    }

    boolean isNullable() {
        return attribute.map(Attribute::isNullable).orElse(false);
    }

    /** Whether its values are short enough for a cursor, which is part of a URL. */
    public boolean fitsCursor() {
        return longestValue() <= MAX_CURSOR_TEXT;
    }

    /** The maximum length of a value as text. */
    int longestValue() {
        return attribute.map(Attribute::maxTextLength).orElse(ID_LENGTH);
    }

    SortKey reversed() {
        return new SortKey(attribute, !descending);
    }

    /** The key as a client writes it. */
    @Override
    public String toString() {
        return (descending ? "-" : "") + field();
    }
}
