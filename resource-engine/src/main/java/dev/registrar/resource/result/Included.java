package dev.registrar.resource.result;

import dev.registrar.resource.query.Inclusion;
import dev.registrar.resource.query.Inclusion.RemoteInclude;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The included resources of a compound document (JSON:API 1.0, "Compound Documents").
 *
 * @param local resources of this verticle; some may occur twice or be primary data
 * @param remote the linkage to resources of other verticles
 */
public record Included(List<FoundResources> local, List<RemoteLinkage> remote) {

    /** The linkage of a relationship to resources of another verticle. */
    public record RemoteLinkage(RemoteInclude include, List<UUID> ids) {}

    /** A compound document without included resources; empty when the client did not request one. */
    static Optional<Included> nothing(Inclusion inclusion) {
        return inclusion.asked() ? Optional.of(new Included(List.of(), List.of())) : Optional.empty();
    }
}
