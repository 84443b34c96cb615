package dev.registrar.resource.store.sql;

import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.query.filter.Filter;
import dev.registrar.resource.query.filter.Filter.ByAttribute;
import dev.registrar.resource.query.filter.Filter.ByRelated;
import dev.registrar.resource.query.filter.Filter.BySearch;
import dev.registrar.resource.query.filter.FilterOperator;
import dev.registrar.resource.query.paging.CursorPage;
import dev.registrar.resource.query.paging.NumberedPage;
import dev.registrar.resource.query.paging.Page;
import dev.registrar.resource.query.paging.SortOrder;
import dev.registrar.resource.type.Attribute;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Estimates how much of a table PostgreSQL has to read for a page, from the indexes in the declarations.
 */
public enum IndexUse {
    /** A few rows, found by an index. */
    FEW_ROWS,
    /** A range of an index, which may be all of it; a page is found immediately, as without a filter. */
    INDEX_RANGE,
    /** Possibly all rows of the table. */
    ALL_ROWS;

    /** Skipping this many rows of an index takes about as long as the rest of a page. */
    private static final int MAX_OFFSET = 10_000;

    /** The use of indexes for a page of a query, whatever the number of resources. */
    static IndexUse of(ResourceQuery query, Optional<RelatedResources> related) {
        return of(query, related, OptionalLong.empty());
    }

    /**
     * The use of indexes for a page of a query.
     *
     * @param count the approximate number of resources in the whole collection, if it is known: a page without filters is read from
     *     the nearer end
     */
    public static IndexUse of(ResourceQuery query, Optional<RelatedResources> related, OptionalLong count) {
        var filters = query.filters().stream().map(IndexUse::of).toList();
        if (related.isPresent() || filters.contains(FEW_ROWS)) {
            return FEW_ROWS;
        }
        return !filters.contains(ALL_ROWS)
                        && numberOfRanges(query) <= 1
                        && isInOrderOfIndex(query.order())
                        && isNear(query.page(), query.filters().isEmpty() ? count : OptionalLong.empty())
                ? INDEX_RANGE
                : ALL_ROWS;
    }

    /** With two large ranges, all rows may have to be read to find the few that are in both. */
    private static long numberOfRanges(ResourceQuery query) {
        return query.filters().stream()
                .filter(filter -> !(filter instanceof ByAttribute equality && equality.operator() == FilterOperator.EQ))
                .count();
    }

    /** The use of indexes for a filter. */
    static IndexUse of(Filter filter) {
        if (filter instanceof ByAttribute byAttribute) {
            return of(byAttribute.attribute(), byAttribute.operator(), byAttribute.values());
        }
        if (filter instanceof ByRelated byRelated) {
            return of(byRelated.condition()) == FEW_ROWS ? FEW_ROWS : ALL_ROWS;
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

    private static boolean isInOrderOfIndex(SortOrder order) {
        return order.attributeKeys().isEmpty()
                || order.keys().get(0).attribute().orElseThrow().isIndexed();
    }

    private static boolean isNear(Page page, OptionalLong count) {
        return page instanceof NumberedPage numbered
                ? numbered.offset() <= MAX_OFFSET || count.orElse(Long.MAX_VALUE) - numbered.offset() <= MAX_OFFSET
                : ((CursorPage) page)
                        .cursor()
                        .map(cursor -> cursor.order().comparesAsRow())
                        .orElse(true);
    }
}
