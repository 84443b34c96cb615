package dev.registrar.resource.reply;

import static dev.registrar.resource.error.ErrorSource.pointer;

import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.document.reading.LinkageReader;
import dev.registrar.resource.document.reading.ResourceDraft;
import dev.registrar.resource.document.writing.DocumentWriter;
import dev.registrar.resource.document.writing.EntityTag;
import dev.registrar.resource.document.writing.LinkagePage;
import dev.registrar.resource.document.writing.Links;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.query.QueryReader;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.query.SparseFieldsets;
import dev.registrar.resource.result.FoundItem;
import dev.registrar.resource.store.ConditionalChange;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.Relationship.ToMany;
import dev.registrar.resource.type.ResourceType;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The replies to a request that changes a relationship at its own URL (JSON:API 1.0, "Updating Relationships"). */
public record LinkageReplies(ResourceRequest request, ResourceType type, Relationship relationship)
        implements WriteReplies {

    public LinkageReplies {
        QueryReader.requireNone(request.query());
    }

    /** The change of the resource that has the relationship. */
    @Override
    public ConditionalChange change() {
        var onlyLinkage = ResourceQuery.showing(new SparseFieldsets(Map.of(type.name(), Set.of(relationship.name()))));
        return ConditionalChange.of(request, type, RequestTarget.id(request, type), onlyLinkage, this);
    }

    /** The relationship with the linkage of the request document. */
    public ResourceDraft draft() {
        return LinkageReader.ofDocument(relationship, request.tree());
    }

    public List<UUID> members() {
        return draft().toManys().get((ToMany) relationship);
    }

    public List<UUID> membersToRemove() {
        return LinkageReader.toRemove((ToMany) relationship, request.tree());
    }

    /** The reply to a change when it completes. */
    public Future<ResourceReply> changed(Future<Optional<FoundItem>> change) {
        return atRelationshipUrl(change.map(found -> found.orElseThrow(() -> RequestTarget.notFound(type)))
                .map(this::done));
    }

    /**
     * 200 with the current linkage; a document is needed because it has links and meta that the client did not send.
     */
    @Override
    public ResourceReply done(FoundItem found) {
        var document = document(found);
        return ResourceReply.ok(document).withEtag(EntityTag.of(document));
    }

    /** 202: the linkage is stored; the location is the resource, whose processing continues. */
    @Override
    public ResourceReply accepted(FoundItem found) {
        var resource = links().item(type, found.id());
        return ResourceReply.accepted(document(found), resource, found.retryAfter());
    }

    /** What a GET of the relationship returns. */
    @Override
    public Buffer document(FoundItem found) {
        return DocumentWriter.ofChanges(links()).linkage(type, relationship, found.row(), LinkagePage.FIRST);
    }

    private Links links() {
        return new Links(request.baseUrl());
    }

    /**
     * Adjusts the pointers of errors: at this URL the linkage is the document itself, not a member of a resource
     * object.
     */
    public Future<ResourceReply> atRelationshipUrl(Future<ResourceReply> reply) {
        return reply.recover(failure -> Future.failedFuture(
                failure instanceof JsonApiException error
                        ? error.relativeTo(pointer("data", "relationships", relationship.name()))
                        : failure));
    }
}
