package dev.registrar.resource.document.writing;

import dev.registrar.resource.query.Inclusion;
import dev.registrar.resource.query.Inclusion.RemoteInclude;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The included resources of a compound document (JSON:API 1.0, "Compound Documents").
 *
 * @param local resources of this verticle; some may occur twice or be primary data
 * @param remote the linkage to resources of other verticles
 */
public record Included(List<Local> local, List<RemoteLinkage> remote) {
    /** Resources of one type, as rows in the layout of the fields. */
    public record Local(ShownFields fields, Iterable<Row> rows) {}

    /** The linkage of a relationship to resources of another verticle. */
    public record RemoteLinkage(RemoteInclude include, List<UUID> ids) {}

    /** A compound document without included resources; empty when the client did not request one. */
    static Optional<Included> nothing(Inclusion inclusion) {
        return inclusion.asked() ? Optional.of(new Included(List.of(), List.of())) : Optional.empty();
    }
}
