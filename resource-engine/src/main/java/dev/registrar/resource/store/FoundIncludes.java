package dev.registrar.resource.store;

import dev.registrar.resource.document.writing.FoundResources;
import dev.registrar.resource.query.Inclusion.RemoteInclude;
import java.util.List;
import java.util.UUID;

/**
 * What a client wanted included.
 *
 * @param local resources of this verticle
 * @param remote which resources of other verticles
 */
public record FoundIncludes(List<FoundResources> local, List<RemoteLinkage> remote) {
    static final FoundIncludes NONE = new FoundIncludes(List.of(), List.of());

    /** The resources to which a relationship leads that another verticle stores, by their ids. */
    public record RemoteLinkage(RemoteInclude include, List<UUID> ids) {}
}
