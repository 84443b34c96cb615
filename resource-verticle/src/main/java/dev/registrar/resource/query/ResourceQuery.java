package dev.registrar.resource.query;

import java.util.List;

/**
 * What a client asks of a collection, or (with the parts that apply) of one resource.
 *
 * @param filters all of them must hold
 */
public record ResourceQuery(
        List<Filter> filters, SortOrder order, Page page, SparseFieldsets fields, Inclusion inclusion) {

    /** Asks for nothing in particular: all fields, no included resources, the first page. */
    public static final ResourceQuery PLAIN = showing(SparseFieldsets.ALL);

    /** Asks for resources with these fields. */
    public static ResourceQuery showing(SparseFieldsets fields) {
        return new ResourceQuery(List.of(), SortOrder.BY_ID, NumberedPage.FIRST, fields, Inclusion.NONE);
    }
}
