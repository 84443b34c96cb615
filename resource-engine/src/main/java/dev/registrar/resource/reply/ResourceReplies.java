package dev.registrar.resource.reply;

import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.document.writing.DocumentWriter;
import dev.registrar.resource.document.writing.EntityTag;
import dev.registrar.resource.document.writing.Links;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.result.FoundItem;
import dev.registrar.resource.store.ConditionalChange;
import dev.registrar.resource.store.Visibility;
import dev.registrar.resource.type.ResourceType;
import io.vertx.core.buffer.Buffer;
import java.util.List;

/**
 * The replies to a request that creates a resource, or changes it at its own URL.
 *
 * @param shape the parsed query of the request, which selects the content of the documents
 */
public record ResourceReplies(ResourceRequest request, ResourceType type, ResourceQuery shape) implements WriteReplies {

    /** The query, restricted to what the caller may see. */
    public ResourceQuery shapeForCaller() {
        return shape.within(Visibility.of(type, request.caller()));
    }

    @Override
    public ConditionalChange change() {
        return ConditionalChange.of(request, type, RequestTarget.id(request, type), shape, this);
    }

    @Override
    public ResourceReply done(FoundItem found) {
        return switch (request.action()) {
            case CREATE -> created(found);
            case REPLACE -> replaced(found);
            default -> changed(found);
        };
    }

    /** 201, with the entity tag that a GET of the location would return. */
    private ResourceReply created(FoundItem found) {
        var document = document(found);
        var reply = ResourceReply.created(document, location(found));
        return request.query().isEmpty() ? reply.withEtag(EntityTag.of(document)) : reply;
    }

    @Override
    public ResourceReply accepted(FoundItem found) {
        return ResourceReply.accepted(document(found), location(found), found.retryAfter());
    }

    private ResourceReply changed(FoundItem found) {
        var document = document(found);
        return ResourceReply.ok(document).withEtag(EntityTag.of(document));
    }

    /** 200 without an entity tag, because the server has added to what the client sent (RFC 9110, 9.3.4). */
    private ResourceReply replaced(FoundItem found) {
        return ResourceReply.ok(document(found));
    }

    /** What a GET of the changed resource, with the query of this request, returns. */
    @Override
    public Buffer document(FoundItem found) {
        var self = Links.withQuery(location(found), request.query());
        return DocumentWriter.ofChanges(links()).item(self, found, List.of());
    }

    private String location(FoundItem found) {
        return links().item(found.fields().type(), found.id());
    }

    private Links links() {
        return new Links(request.baseUrl());
    }
}
