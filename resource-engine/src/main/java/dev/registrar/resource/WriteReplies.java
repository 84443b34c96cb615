package dev.registrar.resource;

import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.document.writing.DocumentWriter;
import dev.registrar.resource.document.writing.EntityTag;
import dev.registrar.resource.document.writing.Included;
import dev.registrar.resource.document.writing.Links;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.store.ConditionalChange;
import dev.registrar.resource.store.FoundItem;
import dev.registrar.resource.store.Representation;
import dev.registrar.resource.type.ResourceType;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Optional;

/**
 * The documents of one request that changes a resource: the one by which its preconditions are judged, which a GET of the
 * same URL would give, and the one that answers it.
 *
 * @param shape what the documents show, as the query of the request says
 */
public record WriteReplies(ResourceRequest request, ResourceQuery shape) implements Representation {

    /** The change of the resource, on the condition that the request's headers state. */
    public ConditionalChange change(ResourceType type) {
        return ConditionalChange.of(request, type, RequestTarget.id(request, type), shape, this);
    }

    /** 201, with the entity tag that a GET of the location would give. */
    public ResourceReply created(FoundItem found) {
        var document = of(found);
        var reply = ResourceReply.created(document, location(found));
        return request.query().isEmpty() ? reply.tagged(EntityTag.of(document)) : reply;
    }

    /** 202: the change is stored, and what follows from it goes on. */
    public ResourceReply accepted(FoundItem found, int retryAfterSeconds) {
        return ResourceReply.accepted(of(found), location(found), retryAfterSeconds);
    }

    public ResourceReply changed(FoundItem found) {
        var document = of(found);
        return ResourceReply.ok(document).tagged(EntityTag.of(document));
    }

    /** 200 without an entity tag: the server added to what the client sent (RFC 9110, 9.3.4). */
    public ResourceReply replaced(FoundItem found) {
        return ResourceReply.ok(of(found));
    }

    /** What a GET of the changed resource, with the query of this request, returns. */
    @Override
    public Buffer of(FoundItem found) {
        var included = shape.inclusion().asked()
                ? Optional.of(new Included(found.includes().here(), List.of()))
                : Optional.<Included>empty();
        var self = Links.withQuery(location(found), request.query());
        return new DocumentWriter(links()).item(self, found.fields(), found.row(), included);
    }

    private String location(FoundItem found) {
        return links().item(found.fields().type(), found.row().getUUID(0));
    }

    private Links links() {
        return new Links(request.baseUrl());
    }
}
