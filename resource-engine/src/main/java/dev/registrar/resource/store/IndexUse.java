package dev.registrar.resource.store;

import dev.registrar.resource.query.Filter;
import dev.registrar.resource.query.Filter.ByAttribute;
import dev.registrar.resource.query.Filter.ByLinkage;
import dev.registrar.resource.query.Filter.ByRelated;
import dev.registrar.resource.query.Filter.BySearch;
import dev.registrar.resource.query.FilterOperator;
import dev.registrar.resource.query.Page.CursorPage;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.query.SortOrder;
import dev.registrar.resource.query.SortOrder.SortKey;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship.ToMany;
import dev.registrar.resource.type.ResourceType;
import java.util.List;
import java.util.Optional;

/**
 * Estimates how much of a table PostgreSQL has to read for a page, from the indexes in the declarations.
 */
public enum IndexUse {
    /** A few rows, found by an index. */
    FEW_ROWS,
    /** The rows that belong to some resources, found by an index: usually few, but not always. */
    ROWS_OF_OTHERS,
    /** The rows of the page, in the order of an index. */
    INDEX_ORDER,
    /** All of a range of an index, to count or to sort it. */
    INDEX_RANGE,
    /** Possibly all rows of the table. */
    ALL_ROWS;

    /** Reading this many rows of an index takes a few milliseconds. */
    public static final int MANY_ROWS = 10_000;

    /**
     * The use of indexes for a page.
     *
     * @param count the approximate number of resources in the whole collection: a page without filters is read from the
     *     nearer end
     */
    public static IndexUse of(PageSelection selection, long count) {
        var query = selection.query();
        var filters = query.filters().stream().map(IndexUse::of).toList();
        if (filters.contains(FEW_ROWS)) {
            return FEW_ROWS;
        }
        if (selection.related().isPresent() || filters.contains(ROWS_OF_OTHERS)) {
            return ROWS_OF_OTHERS;
        }
        if (isInOrderOfIndex(selection.type(), query)) {
            return isNear(selection, count) ? INDEX_ORDER : ALL_ROWS;
        }
        return !filters.isEmpty()
                        && !filters.contains(ALL_ROWS)
                        && numberOfRanges(query) <= 1
                        && selection.offset() <= MANY_ROWS
                        && query.order().keys().stream().allMatch(SortKey::fitsCursor)
                ? INDEX_RANGE
                : ALL_ROWS;
    }

    /** Whether an index has the rows in the order of the query, so that reading can end with the page. */
    private static boolean isInOrderOfIndex(ResourceType type, ResourceQuery query) {
        if (query.filters().isEmpty()) {
            return isInOrderOfIndex(query.order());
        }
        if (!(query.page() instanceof CursorPage)) {
            return false;
        }
        var others = query.filters().stream()
                .filter(filter -> !isBoundOf(query.order(), filter))
                .toList();
        return others.isEmpty()
                ? isInOrderOfIndex(query.order())
                : others.size() == 1 && isEquality(others.get(0)) && isDefault(type, query.order());
    }

    /** Whether a filter limits how much is read of an index with this order. */
    private static boolean isBoundOf(SortOrder order, Filter filter) {
        return filter instanceof ByAttribute bound
                && of(bound) == INDEX_RANGE
                && bound.operator() != FilterOperator.EQ
                && bound.values().size() == 1
                && !isPrefixOfName(bound)
                && order.keys().get(0).attribute().equals(Optional.of(bound.attribute()));
    }

    /**
     * A prefix is a range by code point, but not in a dictionary: both indexes of a name have it, in different orders.
     */
    private static boolean isPrefixOfName(ByAttribute filter) {
        return filter.operator() == FilterOperator.STARTSWITH
                && filter.attribute().isInDictionaryOrder();
    }

    private static boolean isEquality(Filter filter) {
        return filter instanceof ByAttribute equality
                && of(equality) == INDEX_RANGE
                && equality.operator() == FilterOperator.EQ
                && equality.values().size() == 1;
    }

    /** Whether the index of each attribute continues in this order, or backwards. */
    private static boolean isDefault(ResourceType type, SortOrder order) {
        var continued = SortOrder.defaultOf(type);
        return order.attributeKeys().equals(continued.attributeKeys())
                || order.attributeKeys().equals(continued.reversed().attributeKeys());
    }

    private static boolean isInOrderOfIndex(SortOrder order) {
        return order.attributeKeys().isEmpty()
                || order.keys().get(0).attribute().orElseThrow().isIndexed();
    }

    /** With two large ranges, all rows may have to be read to find the few that are in both. */
    private static long numberOfRanges(ResourceQuery query) {
        return query.filters().stream()
                .filter(filter -> !(filter instanceof ByAttribute equality && equality.operator() == FilterOperator.EQ))
                .count();
    }

    static IndexUse of(Filter filter) {
        if (filter instanceof ByAttribute byAttribute) {
            return of(byAttribute.attribute(), byAttribute.operator(), byAttribute.values());
        }
        if (filter instanceof ByRelated byRelated) {
            var few = byRelated.relationship() instanceof ToMany ? FEW_ROWS : ROWS_OF_OTHERS;
            return byRelated.conditions().stream().anyMatch(condition -> of(condition) == FEW_ROWS) ? few : ALL_ROWS;
        }
        if (filter instanceof ByLinkage) {
            return ROWS_OF_OTHERS;
        }
        return filter instanceof BySearch ? ALL_ROWS : FEW_ROWS;
    }

    private static IndexUse of(Attribute attribute, FilterOperator operator, List<Object> values) {
        return switch (operator) {
            case EQ -> attribute.isIdentifier() ? FEW_ROWS : rangeOf(attribute);
            case IEXACT -> attribute.isIdentifier() ? FEW_ROWS : ALL_ROWS;
            case LT, LTE, GT, GTE, STARTSWITH -> rangeOf(attribute);
            case ISNULL -> values.contains(false) ? ALL_ROWS : rangeOf(attribute);
            case NE, CONTAINS, ICONTAINS -> ALL_ROWS;
        };
    }

    private static IndexUse rangeOf(Attribute attribute) {
        return attribute.isIndexed() ? INDEX_RANGE : ALL_ROWS;
    }

    private static boolean isNear(PageSelection selection, long count) {
        return selection.query().page() instanceof CursorPage cursorPage
                ? cursorPage
                        .cursor()
                        .map(cursor -> cursor.order().comparesAsRow())
                        .orElse(true)
                : selection.offset() <= MANY_ROWS || count - selection.offset() <= MANY_ROWS;
    }
}
