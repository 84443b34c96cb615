package dev.registrar.resource.query;

import dev.registrar.resource.query.filter.Filter;
import dev.registrar.resource.query.paging.NumberedPage;
import dev.registrar.resource.query.paging.Page;
import dev.registrar.resource.query.paging.SortOrder;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a client asks of a collection, or (with the parts that apply) of one resource.
 *
 * @param filters all of them must hold
 */
public record ResourceQuery(
        List<Filter> filters, SortOrder order, Page page, SparseFieldsets fields, Inclusion inclusion) {

    static final int MAX_FILTERS = 20;

    /** Asks for nothing in particular: all fields, no included resources, the first page. */
    public static final ResourceQuery PLAIN = showing(SparseFieldsets.ALL);

    /** The same, of those resources alone that pass a further filter, if there is one. */
    public ResourceQuery within(Optional<Filter> filter) {
        return filter.map(further -> new ResourceQuery(
                        Stream.concat(filters.stream(), Stream.of(further)).toList(), order, page, fields, inclusion))
                .orElse(this);
    }

    /** Asks for resources with these fields. */
    public static ResourceQuery showing(SparseFieldsets fields) {
        return new ResourceQuery(List.of(), SortOrder.BY_ID, NumberedPage.FIRST, fields, Inclusion.NONE);
    }
}
