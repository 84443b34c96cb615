package dev.registrar.resource;

import static dev.registrar.resource.error.ErrorCode.NOT_FOUND;

import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.ErrorReplyException;
import dev.registrar.resource.bus.ResourceClient;
import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.document.Ids;
import dev.registrar.resource.document.writing.DocumentWriter;
import dev.registrar.resource.document.writing.EntityTag;
import dev.registrar.resource.document.writing.FoundItem;
import dev.registrar.resource.document.writing.FoundPage;
import dev.registrar.resource.document.writing.Links;
import dev.registrar.resource.document.writing.PageLinks;
import dev.registrar.resource.query.Inclusion;
import dev.registrar.resource.query.QueryReader;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.store.PageSelection;
import dev.registrar.resource.store.PageSelection.RelatedResources;
import dev.registrar.resource.store.RequestScope;
import dev.registrar.resource.store.ResourceStore;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.Relationship.ToMany;
import dev.registrar.resource.type.ResourceType;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The actions that read resources of one type (JSON:API 1.0, "Fetching Data"). */
record ResourceReads(ResourceStore store, ResourceClient otherVerticles) {
    Map<Action, ActionHandler> handlers() {
        return Map.of(
                Action.LIST, this::list,
                Action.GET, this::get,
                Action.RELATED, this::related,
                Action.LINKAGE, this::linkage);
    }

    Future<ResourceReply> list(RequestScope scope) {
        return page(scope, scope.links().collection(scope.type()), scope.type(), Optional.empty());
    }

    Future<ResourceReply> get(RequestScope scope) {
        var id = scope.id();
        var query = scope.itemQuery(scope.type());
        var url = scope.request().self().orElseGet(() -> scope.links().item(scope.type(), id));
        return store.item(scope, id, query)
                .compose(found -> itemReply(scope, query, url, found.orElseThrow(scope::notFound)));
    }

    Future<ResourceReply> related(RequestScope scope) {
        var id = scope.id();
        var relationship = scope.relationship();
        var url = scope.links().related(scope.type(), id, relationship);
        var target = scope.types().targetOf(relationship);
        if (target.isEmpty()) {
            return relatedRemotely(scope, id, relationship, url);
        }
        var related = new RelatedResources(scope.type(), id, relationship, scope.visible(scope.type()));
        return relationship instanceof ToMany
                ? page(scope, url, target.get(), Optional.of(related))
                : relatedItem(scope, url, target.get(), related);
    }

    /** A page of all resources of a type, or of the related ones. */
    private Future<ResourceReply> page(
            RequestScope scope, String url, ResourceType type, Optional<RelatedResources> related) {
        var query = scope.collectionQuery(type);
        var pageLinks = PageLinks.of(url, scope.request().query(), type, query);
        return store.page(scope, PageSelection.of(type, query, related))
                .compose(found -> found.isEmpty() && related.isPresent()
                        ? ifParentExists(scope, related.get(), found)
                        : Future.succeededFuture(found))
                .compose(found -> pageReply(scope, query, pageLinks, found));
    }

    private Future<ResourceReply> relatedItem(
            RequestScope scope, String url, ResourceType type, RelatedResources related) {
        var query = scope.itemQuery(type);
        return store.relatedItem(scope, type, related, query)
                .compose(found -> found.isPresent()
                        ? itemReply(scope, query, url, found.get())
                        : ifParentExists(
                                scope,
                                related,
                                emptyReply(scope, url, query.inclusion().asked())));
    }

    /** Asks the verticle on the other side of a to-one relationship; its reply is passed on unchanged. */
    private Future<ResourceReply> relatedRemotely(RequestScope scope, UUID id, Relationship relationship, String url) {
        return linkageRow(scope, id, relationship).compose(row -> {
            var other = row.getUUID(1);
            return other == null
                    ? emptyReplyIfValid(scope, relationship, url)
                    : askOther(scope, relationship, other, url);
        });
    }

    private Future<ResourceReply> askOther(RequestScope scope, Relationship relationship, UUID other, String url) {
        return otherVerticles.send(relationship.target(), scope.request().forRelated(other.toString(), url));
    }

    /** The other verticle checks the parameters, and does not find a resource with the nil UUID. */
    private Future<ResourceReply> emptyReplyIfValid(RequestScope scope, Relationship relationship, String url) {
        return askOther(scope, relationship, Ids.NIL, url)
                .recover(failure -> isNotFound(failure)
                        ? Future.succeededFuture(
                                emptyReply(scope, url, scope.request().query().containsKey(Inclusion.PARAMETER)))
                        : Future.failedFuture(failure));
    }

    private static boolean isNotFound(Throwable failure) {
        return failure instanceof ErrorReplyException reply && reply.status() == NOT_FOUND.status();
    }

    /** Completes with the empty result if the resource itself exists. */
    private <T> Future<T> ifParentExists(RequestScope scope, RelatedResources related, T nothingRelated) {
        return linkageRow(scope, related.id(), related.relationship()).map(nothingRelated);
    }

    private Future<Row> linkageRow(RequestScope scope, UUID id, Relationship relationship) {
        return store.linkage(scope, id, relationship).map(row -> row.orElseThrow(scope::notFound));
    }

    private Future<ResourceReply> linkage(RequestScope scope) {
        var relationship = scope.relationship();
        QueryReader.requireNone(scope.request().query());
        return linkageRow(scope, scope.id(), relationship).map(row -> {
            var document = writer(scope).linkage(scope.type(), relationship, row);
            return reply(scope, document, EntityTag.ofLinkage(row, document));
        });
    }

    private Future<ResourceReply> pageReply(
            RequestScope scope, ResourceQuery query, PageLinks pageLinks, FoundPage found) {
        return new RemoteIncludes(otherVerticles)
                .read(scope.request(), query, found.included())
                .map(remote -> reply(scope, writer(scope).page(found, pageLinks, remote)));
    }

    private Future<ResourceReply> itemReply(RequestScope scope, ResourceQuery query, String url, FoundItem found) {
        var self = Links.withQuery(url, scope.request().query());
        return new RemoteIncludes(otherVerticles)
                .read(scope.request(), query, found.included())
                .map(remote -> {
                    var document = writer(scope).item(self, found, remote);
                    var read = ResourceReply.ok(document)
                            .withEtag(EntityTag.of(found, document))
                            .withRetryAfter(found.retryAfter());
                    return scope.request().preconditions().applyTo(read);
                });
    }

    private static ResourceReply emptyReply(RequestScope scope, String url, boolean isCompound) {
        var self = Links.withQuery(url, scope.request().query());
        return reply(scope, writer(scope).nothing(self, isCompound));
    }

    private static ResourceReply reply(RequestScope scope, Buffer document) {
        return reply(scope, document, EntityTag.of(document));
    }

    private static ResourceReply reply(RequestScope scope, Buffer document, String entityTag) {
        return scope.request()
                .preconditions()
                .applyTo(ResourceReply.ok(document).withEtag(entityTag));
    }

    private static DocumentWriter writer(RequestScope scope) {
        return DocumentWriter.ofReads(scope.links());
    }
}
