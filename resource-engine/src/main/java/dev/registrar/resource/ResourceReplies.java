package dev.registrar.resource;

import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.document.writing.DocumentWriter;
import dev.registrar.resource.document.writing.EntityTag;
import dev.registrar.resource.document.writing.FoundItem;
import dev.registrar.resource.document.writing.Links;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.store.ConditionalChange;
import dev.registrar.resource.store.RequestScope;
import io.vertx.core.buffer.Buffer;
import java.util.List;

/**
 * The replies to a request that creates a resource, or changes it at its own URL.
 *
 * @param shape selects the content of the documents, and what the caller may see
 */
public record ResourceReplies(RequestScope scope, ResourceQuery shape) implements WriteReplies {
    public static ResourceReplies of(RequestScope scope) {
        return new ResourceReplies(scope, scope.changeQuery());
    }

    @Override
    public ConditionalChange change(RequestScope within) {
        return ConditionalChange.of(within, shape, found -> EntityTag.of(found, document(found)));
    }

    @Override
    public ResourceReply done(FoundItem found) {
        var document = document(found);
        return switch (scope.request().action()) {
            case CREATE -> created(found, document);
            // No entity tag, because the server has added to what the client sent (RFC 9110, 9.3.4).
            case REPLACE -> ResourceReply.ok(document);
            default -> ResourceReply.ok(document).withEtag(EntityTag.of(found, document));
        };
    }

    /** 201, with the entity tag that a GET of the location would return. */
    private ResourceReply created(FoundItem found, Buffer document) {
        var reply = ResourceReply.created(document, location(found));
        return scope.request().query().isEmpty() ? reply.withEtag(EntityTag.of(found, document)) : reply;
    }

    @Override
    public ResourceReply accepted(FoundItem found) {
        return ResourceReply.accepted(document(found), location(found), found.retryAfter());
    }

    /** What a GET of the changed resource, with the query of this request, returns. */
    private Buffer document(FoundItem found) {
        var self = Links.withQuery(location(found), scope.request().query());
        return DocumentWriter.ofChanges(scope.links()).item(self, found, List.of());
    }

    private String location(FoundItem found) {
        return scope.links().item(scope.type(), found.id());
    }
}
