package dev.registrar.resource.store;

import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.query.filter.Filter;
import dev.registrar.resource.query.filter.FilterOperator;
import dev.registrar.resource.type.ResourceType;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Restricts what a caller can see: a caller who is bound to a person sees only that person's resources, as if there
 * were no others.
 */
public final class Visibility {
    private Visibility() {}

    /** The filter that selects what the caller may see; empty when that is everything. */
    public static Optional<Filter> of(ResourceType type, Caller caller) {
        return type.owner()
                .flatMap(owner ->
                        caller.uni().map(uni -> new Filter.ByAttribute(owner, FilterOperator.IEXACT, List.of(uni))));
    }

    /** The query for what the caller may see: also a filter by related resources finds only those. */
    public static ResourceQuery restrict(ResourceQuery query, ResourceType type, Caller caller) {
        var filters = Stream.concat(
                query.filters().stream().map(filter -> restrict(filter, caller)), of(type, caller).stream());
        return new ResourceQuery(filters.toList(), query.order(), query.page(), query.fields(), query.inclusion());
    }

    private static Filter restrict(Filter filter, Caller caller) {
        return filter instanceof Filter.ByRelated related
                ? new Filter.ByRelated(
                        related.relationship(), related.target(), related.condition(), of(related.target(), caller))
                : filter;
    }
}
