package dev.registrar.resource.store;

import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.query.filter.Filter;
import dev.registrar.resource.query.filter.FilterOperator;
import dev.registrar.resource.type.ResourceType;
import java.util.List;
import java.util.Optional;

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
}
