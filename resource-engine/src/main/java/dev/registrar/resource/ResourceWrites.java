package dev.registrar.resource;

import static dev.registrar.resource.error.ErrorCode.FORBIDDEN;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.document.reading.DocumentReader;
import dev.registrar.resource.document.reading.ResourceDraft;
import dev.registrar.resource.idempotency.IdempotencyKeys;
import dev.registrar.resource.query.QueryReader;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.reply.LinkageReplies;
import dev.registrar.resource.reply.RequestTarget;
import dev.registrar.resource.reply.ResourceReplies;
import dev.registrar.resource.store.Actor;
import dev.registrar.resource.store.ResourceChanges;
import dev.registrar.resource.type.Relationship.ToMany;
import dev.registrar.resource.type.ResourceType;
import io.vertx.core.Future;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;

/** The actions that change resources of one type (JSON:API 1.0, "Creating, Updating and Deleting Resources"). */
final class ResourceWrites {
    private final ResourceType type;
    private final ResourceChanges changes;
    private final IdempotencyKeys keys;

    ResourceWrites(ResourceType type, ResourceChanges changes, IdempotencyKeys keys) {
        this.type = type;
        this.changes = changes;
        this.keys = keys;
    }

    Map<Action, ActionHandler> handlers() {
        return Map.of(
                Action.CREATE, this::create,
                Action.UPDATE, this::update,
                Action.REPLACE, this::replace,
                Action.DELETE, this::delete,
                Action.LINKAGE_REPLACE, this::replaceLinkage,
                Action.LINKAGE_ADD, this::addToLinkage,
                Action.LINKAGE_REMOVE, this::removeFromLinkage);
    }

    private Future<ResourceReply> create(ResourceRequest request) {
        var replies = new ResourceReplies(request, type, shape(request));
        var draft = new DocumentReader(type).ofNew(request.tree());
        return keys.once(
                type,
                request,
                within -> within.insert(type, draft, Actor.of(request), replies.shapeForCaller())
                        .map(replies::done));
    }

    private Future<ResourceReply> update(ResourceRequest request) {
        return change(request, new DocumentReader(type)::ofChange);
    }

    private Future<ResourceReply> replace(ResourceRequest request) {
        return change(request, new DocumentReader(type)::ofReplacement);
    }

    private Future<ResourceReply> change(
            ResourceRequest request, BiFunction<Optional<JsonNode>, UUID, ResourceDraft> reader) {
        var replies = new ResourceReplies(request, type, shape(request));
        var draft = reader.apply(request.tree(), RequestTarget.id(request, type));
        return changes.of(type, request)
                .update(replies.change(), draft)
                .map(found -> replies.done(found.orElseThrow(() -> RequestTarget.notFound(type))));
    }

    private Future<ResourceReply> delete(ResourceRequest request) {
        QueryReader.requireNone(request.query());
        var change = new ResourceReplies(request, type, ResourceQuery.PLAIN).change();
        return changes.of(type, request).delete(change).map(deleted -> {
            if (!deleted) {
                throw RequestTarget.notFound(type);
            }
            return ResourceReply.noContent();
        });
    }

    private Future<ResourceReply> replaceLinkage(ResourceRequest request) {
        var relationship = RequestTarget.relationship(request, type);
        var linkage = new LinkageReplies(request, type, relationship);
        return linkage.changed(changes.of(type, request).update(linkage.change(), linkage.draft()));
    }

    private Future<ResourceReply> addToLinkage(ResourceRequest request) {
        var relationship = toMany(request);
        var linkage = new LinkageReplies(request, type, relationship);
        return keys.once(
                type,
                request,
                within -> linkage.changed(within.addMembers(linkage.change(), relationship, linkage.members())));
    }

    private Future<ResourceReply> removeFromLinkage(ResourceRequest request) {
        var relationship = toMany(request);
        var linkage = new LinkageReplies(request, type, relationship);
        return linkage.changed(
                changes.of(type, request).removeMembers(linkage.change(), relationship, linkage.membersToRemove()));
    }

    private ResourceQuery shape(ResourceRequest request) {
        return new QueryReader(changes.types(), type).ofChange(request.query());
    }

    private ToMany toMany(ResourceRequest request) {
        if (RequestTarget.relationship(request, type) instanceof ToMany toMany) {
            return toMany;
        }
        throw FORBIDDEN
                .because("Members can be added and removed only in a to-many relationship; use PATCH instead.")
                .asException();
    }
}
