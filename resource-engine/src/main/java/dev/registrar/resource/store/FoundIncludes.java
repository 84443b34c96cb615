package dev.registrar.resource.store;

import dev.registrar.resource.document.writing.FoundResources;
import dev.registrar.resource.query.Inclusion.IncludeElsewhere;
import java.util.List;
import java.util.UUID;

/**
 * What a client wanted included.
 *
 * @param here resources of this verticle
 * @param elsewhere which resources of other verticles
 */
public record FoundIncludes(List<FoundResources> here, List<LinkedElsewhere> elsewhere) {
    static final FoundIncludes NONE = new FoundIncludes(List.of(), List.of());

    /** The resources to which a relationship leads that another verticle stores, by their ids. */
    public record LinkedElsewhere(IncludeElsewhere include, List<UUID> ids) {}
}
