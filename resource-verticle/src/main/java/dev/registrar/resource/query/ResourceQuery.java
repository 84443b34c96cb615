package dev.registrar.resource.query;

import java.util.List;

/**
 * What a client asks of a collection, or (with the parts that apply) of one resource.
 *
 * @param filters all of them must hold
 * @param sort the most significant key first
 * @param include every path and every prefix of it once, the shorter ones first
 */
public record ResourceQuery(
        List<Filter> filters, List<SortKey> sort, Page page, SparseFieldsets fields, List<IncludePath> include) {

    /** Asks for nothing in particular: all fields, no included resources, the first page. */
    public static final ResourceQuery PLAIN =
            new ResourceQuery(List.of(), List.of(), Page.FIRST, SparseFieldsets.ALL, List.of());
}
