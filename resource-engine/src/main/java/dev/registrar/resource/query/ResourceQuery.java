package dev.registrar.resource.query;

import dev.registrar.resource.query.Page.NumberedPage;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The parsed query of a request for a collection or, with the parts that apply, for one resource.
 *
 * @param filters all of them must match
 */
public record ResourceQuery(
        List<Filter> filters, SortOrder order, Page page, SparseFieldsets fields, Inclusion inclusion) {

    static final int MAX_FILTERS = 20;

    /** The default query: all fields, no included resources, the first page. */
    public static final ResourceQuery PLAIN = showing(SparseFieldsets.ALL);

    /** The same query with a further filter, if there is one. */
    public ResourceQuery within(Optional<Filter> filter) {
        return filter.map(further -> new ResourceQuery(
                        Stream.concat(filters.stream(), Stream.of(further)).toList(), order, page, fields, inclusion))
                .orElse(this);
    }

    public static ResourceQuery showing(SparseFieldsets fields) {
        return new ResourceQuery(List.of(), SortOrder.BY_ID, NumberedPage.FIRST, fields, Inclusion.NONE);
    }
}
