package dev.registrar.resource.store;

import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.query.Filter;
import dev.registrar.resource.query.FilterOperator;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.store.sql.SelectSql;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Restricts what a caller can see: a caller who is bound to a person sees only that person's resources, as if there
 * were no others. Of a resource that another verticle stores, only the id in a relationship is shown: this verticle does not know
 * to whom it belongs.
 */
public final class Visibility {
    private Visibility() {}

    /** The filter that selects what the caller may see; empty when that is everything. */
    public static Optional<Filter> of(ResourceType type, Caller caller) {
        return type.owner()
                .flatMap(owner ->
                        caller.uni().map(uni -> new Filter.ByAttribute(owner, FilterOperator.IEXACT, List.of(uni))));
    }

    /** The SQL that shows no ids of linked and no included resources that the caller may not see. */
    static SelectSql select(ResourceTypes types, Caller caller) {
        return new SelectSql(types, type -> of(type, caller));
    }

    /** The query for what the caller may see: also a filter by related resources, or by their ids, finds only those. */
    public static ResourceQuery restrict(ResourceQuery query, ResourceType type, ResourceTypes types, Caller caller) {
        if (!caller.isBound()) {
            return query;
        }
        var filters = Stream.concat(
                query.filters().stream().map(filter -> restrict(filter, types, caller)), of(type, caller).stream());
        return new ResourceQuery(filters.toList(), query.order(), query.page(), query.fields(), query.inclusion());
    }

    private static Filter restrict(Filter filter, ResourceTypes types, Caller caller) {
        if (filter instanceof Filter.ByRelated related) {
            var conditions = related.conditions().stream().map(condition -> restrict(condition, types, caller));
            return new Filter.ByRelated(
                    related.relationship(),
                    related.target(),
                    Stream.concat(conditions, of(related.target(), caller).stream())
                            .toList());
        }
        return filter instanceof Filter.ByLinkage linkage ? restrictLinkage(linkage, types, caller) : filter;
    }

    private static Filter restrictLinkage(Filter.ByLinkage linkage, ResourceTypes types, Caller caller) {
        return types.targetOf(linkage.relationship())
                .flatMap(target -> of(target, caller)
                        .<Filter>map(visible -> new Filter.ByRelated(
                                linkage.relationship(), target, List.of(new Filter.ById(linkage.ids()), visible))))
                .orElse(linkage);
    }
}
