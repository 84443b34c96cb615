package dev.registrar.resource.result;

import dev.registrar.resource.query.Inclusion;
import dev.registrar.resource.query.Inclusion.RemoteInclude;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * What a compound document includes (JSON:API 1.0, "Compound Documents").
 *
 * @param local resources of this verticle, some of which may be there twice or be primary data
 * @param remote which resources of other verticles
 */
public record Included(List<FoundResources> local, List<RemoteLinkage> remote) {

    /** The linkage of a relationship that leads to another verticle. */
    public record RemoteLinkage(RemoteInclude include, List<UUID> ids) {}

    /** No resources, in a compound document; empty when the client did not ask for one. */
    static Optional<Included> nothing(Inclusion inclusion) {
        return inclusion.asked() ? Optional.of(new Included(List.of(), List.of())) : Optional.empty();
    }
}
