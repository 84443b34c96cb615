package dev.registrar.resource;

import static dev.registrar.resource.error.ErrorCode.FORBIDDEN;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.document.reading.DocumentReader;
import dev.registrar.resource.document.reading.LinkageReader;
import dev.registrar.resource.document.reading.ResourceDraft;
import dev.registrar.resource.idempotency.IdempotencyKeys;
import dev.registrar.resource.query.QueryReader;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.store.RequestScope;
import dev.registrar.resource.store.ResourceChanges;
import dev.registrar.resource.type.Relationship.ToMany;
import io.vertx.core.Future;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;

/** The actions that change resources of one type (JSON:API 1.0, "Creating, Updating and Deleting Resources"). */
record ResourceWrites(ResourceChanges changes, IdempotencyKeys keys) {
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

    private Future<ResourceReply> create(RequestScope scope) {
        var replies = ResourceReplies.of(scope);
        var draft = new DocumentReader(scope.type()).ofNew(scope.request().tree());
        return keys.once(
                scope,
                within ->
                        changes.insert(within, draft, Map.of(), replies.shape()).map(replies::done));
    }

    private Future<ResourceReply> update(RequestScope scope) {
        return change(scope, new DocumentReader(scope.type())::ofChange);
    }

    private Future<ResourceReply> replace(RequestScope scope) {
        return change(scope, new DocumentReader(scope.type())::ofReplacement);
    }

    private Future<ResourceReply> change(
            RequestScope scope, BiFunction<Optional<JsonNode>, UUID, ResourceDraft> reader) {
        var replies = ResourceReplies.of(scope);
        var draft = reader.apply(scope.request().tree(), scope.id());
        return changes.update(replies.change(scope), draft)
                .map(found -> replies.done(found.orElseThrow(scope::notFound)));
    }

    private Future<ResourceReply> delete(RequestScope scope) {
        QueryReader.requireNone(scope.request().query());
        var shape = ResourceQuery.PLAIN.within(scope.visible(scope.type()));
        return changes.delete(new ResourceReplies(scope, shape).change(scope)).map(deleted -> {
            if (!deleted) {
                throw scope.notFound();
            }
            return ResourceReply.noContent();
        });
    }

    private Future<ResourceReply> replaceLinkage(RequestScope scope) {
        var linkage = new LinkageReplies(scope, scope.relationship());
        return linkage.changed(changes.update(linkage.change(scope), linkage.draft()));
    }

    private Future<ResourceReply> addToLinkage(RequestScope scope) {
        var relationship = toMany(scope);
        var linkage = new LinkageReplies(scope, relationship);
        return keys.once(
                scope,
                within -> linkage.changed(changes.addMembers(
                        linkage.change(within),
                        relationship,
                        linkage.draft().toManys().get(relationship))));
    }

    private Future<ResourceReply> removeFromLinkage(RequestScope scope) {
        var relationship = toMany(scope);
        var linkage = new LinkageReplies(scope, relationship);
        return linkage.changed(changes.removeMembers(
                linkage.change(scope),
                relationship,
                LinkageReader.toRemove(relationship, scope.request().tree())));
    }

    private static ToMany toMany(RequestScope scope) {
        if (scope.relationship() instanceof ToMany toMany) {
            return toMany;
        }
        throw FORBIDDEN
                .because("Members can be added and removed only in a to-many relationship; use PATCH instead.")
                .asException();
    }
}
