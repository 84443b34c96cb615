package dev.registrar.resource;

import static dev.registrar.resource.error.ErrorSource.pointer;

import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.document.reading.LinkageReader;
import dev.registrar.resource.document.reading.ResourceDraft;
import dev.registrar.resource.document.writing.DocumentWriter;
import dev.registrar.resource.document.writing.EntityTag;
import dev.registrar.resource.document.writing.FoundItem;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.query.QueryReader;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.query.SparseFieldsets;
import dev.registrar.resource.store.ConditionalChange;
import dev.registrar.resource.store.RequestScope;
import dev.registrar.resource.type.Relationship;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The replies to a request that changes a relationship at its own URL (JSON:API 1.0, "Updating Relationships"). */
public record LinkageReplies(RequestScope scope, Relationship relationship) implements WriteReplies {
    public LinkageReplies {
        QueryReader.requireNone(scope.request().query());
    }

    @Override
    public ConditionalChange change(RequestScope within) {
        var onlyLinkage =
                ResourceQuery.showing(new SparseFieldsets(Map.of(scope.type().name(), Set.of(relationship.name()))));
        return ConditionalChange.of(
                within,
                onlyLinkage.within(scope.visible(scope.type())),
                found -> EntityTag.ofLinkage(found.row(), document(found)));
    }

    /** The relationship with the linkage of the request document. */
    public ResourceDraft draft() {
        return LinkageReader.ofDocument(relationship, scope.request().tree());
    }

    Future<ResourceReply> changed(Future<Optional<FoundItem>> change) {
        return atRelationshipUrl(change.map(found -> done(found.orElseThrow(scope::notFound))));
    }

    /**
     * 200 with the current linkage; a document is needed because it has links and meta that the client did not send.
     */
    @Override
    public ResourceReply done(FoundItem found) {
        var document = document(found);
        return ResourceReply.ok(document).withEtag(EntityTag.ofLinkage(found.row(), document));
    }

    /** 202: the linkage is stored; the location is the resource, whose processing continues. */
    @Override
    public ResourceReply accepted(FoundItem found) {
        var resource = scope.links().item(scope.type(), found.id());
        return ResourceReply.accepted(document(found), resource, found.retryAfter());
    }

    /** What a GET of the relationship returns. */
    private Buffer document(FoundItem found) {
        return DocumentWriter.ofChanges(scope.links()).linkage(scope.type(), relationship, found.row());
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
