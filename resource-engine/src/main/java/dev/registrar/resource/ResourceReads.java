package dev.registrar.resource;

import static dev.registrar.resource.error.ErrorCode.NOT_FOUND;

import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.ErrorReplyException;
import dev.registrar.resource.bus.ResourceClient;
import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.document.Ids;
import dev.registrar.resource.document.writing.DocumentWriter;
import dev.registrar.resource.document.writing.EntityTag;
import dev.registrar.resource.document.writing.LinkagePage;
import dev.registrar.resource.document.writing.Links;
import dev.registrar.resource.document.writing.PageLinks;
import dev.registrar.resource.query.QueryReader;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.reply.RequestTarget;
import dev.registrar.resource.result.FoundItem;
import dev.registrar.resource.result.FoundPage;
import dev.registrar.resource.store.ResourceStore;
import dev.registrar.resource.store.Visibility;
import dev.registrar.resource.store.sql.PageSelection;
import dev.registrar.resource.store.sql.RelatedResources;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.Relationship.ToMany;
import dev.registrar.resource.type.ResourceType;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/** The actions that read resources of one type (JSON:API 1.0, "Fetching Data"). */
final class ResourceReads {
    private final ResourceType type;
    private final ResourceStore store;
    private final ResourceClient otherVerticles;
    private final RemoteIncludes remoteIncludes;

    /**
     * Creates the actions.
     *
     * @param otherVerticles the client for resources that this verticle does not store
     */
    ResourceReads(ResourceType type, ResourceStore store, ResourceClient otherVerticles) {
        this.type = type;
        this.store = store;
        this.otherVerticles = otherVerticles;
        remoteIncludes = new RemoteIncludes(otherVerticles);
    }

    Map<Action, ActionHandler> handlers() {
        return Map.of(
                Action.LIST, this::list,
                Action.GET, this::get,
                Action.RELATED, this::related,
                Action.LINKAGE, this::linkage);
    }

    Future<ResourceReply> list(ResourceRequest request) {
        var query = collectionQuery(request, type);
        var pageLinks = PageLinks.of(links(request).collection(type), request.query(), type, query);
        return store(request)
                .page(PageSelection.of(type, query))
                .compose(found -> pageReply(request, query, pageLinks, found));
    }

    Future<ResourceReply> get(ResourceRequest request) {
        var id = RequestTarget.id(request, type);
        var query = itemQuery(request, type);
        var url = request.self().orElseGet(() -> links(request).item(type, id));
        return store(request)
                .item(type, id, query)
                .map(found -> found.orElseThrow(() -> RequestTarget.notFound(type)))
                .compose(found -> itemReply(request, query, url, found));
    }

    private Future<ResourceReply> related(ResourceRequest request) {
        var id = RequestTarget.id(request, type);
        var relationship = RequestTarget.relationship(request, type);
        var target = store.types().targetOf(relationship);
        if (target.isEmpty()) {
            return relatedRemotely(request, id, relationship);
        }
        var related = new RelatedResources(type, id, relationship, Visibility.of(type, request.caller()));
        return relationship instanceof ToMany
                ? relatedPage(request, target.get(), related)
                : relatedItem(request, target.get(), related);
    }

    private Future<ResourceReply> relatedPage(ResourceRequest request, ResourceType target, RelatedResources related) {
        var query = collectionQuery(request, target);
        var pageLinks =
                PageLinks.of(relatedUrl(request, related.id(), related.relationship()), request.query(), target, query);
        return store(request)
                .page(PageSelection.of(target, query, related))
                .compose(found ->
                        found.isEmpty() ? ifParentExists(request, related, found) : Future.succeededFuture(found))
                .compose(found -> pageReply(request, query, pageLinks, found));
    }

    private Future<ResourceReply> relatedItem(ResourceRequest request, ResourceType target, RelatedResources related) {
        var query = itemQuery(request, target);
        var url = relatedUrl(request, related.id(), related.relationship());
        return store(request)
                .relatedItem(target, related, query)
                .compose(found -> found.isPresent()
                        ? itemReply(request, query, url, found.get())
                        : ifParentExists(
                                request,
                                related,
                                emptyReply(request, url, query.inclusion().asked())));
    }

    /** Asks the verticle on the other side of a to-one relationship; its reply is passed on unchanged. */
    private Future<ResourceReply> relatedRemotely(ResourceRequest request, UUID id, Relationship relationship) {
        var url = relatedUrl(request, id, relationship);
        return linkageRow(request, id, relationship)
                .map(row -> Optional.ofNullable(row.getUUID(1)))
                .compose(other -> other.isPresent()
                        ? askOther(request, relationship, other.get(), url)
                        : emptyReplyIfValid(request, relationship, url));
    }

    private Future<ResourceReply> askOther(ResourceRequest request, Relationship relationship, UUID other, String url) {
        return otherVerticles.send(relationship.target(), request.forRelated(other.toString(), url));
    }

    /** The other verticle checks the parameters, and does not find a resource with the nil UUID. */
    private Future<ResourceReply> emptyReplyIfValid(ResourceRequest request, Relationship relationship, String url) {
        return askOther(request, relationship, Ids.NIL, url)
                .recover(failure -> isNotFound(failure)
                        ? Future.succeededFuture(emptyReply(request, url, QueryReader.asksToInclude(request.query())))
                        : Future.failedFuture(failure));
    }

    private static boolean isNotFound(Throwable failure) {
        return failure instanceof ErrorReplyException reply && reply.status() == NOT_FOUND.status();
    }

    /** Completes with the empty result if the resource itself exists. */
    private <T> Future<T> ifParentExists(ResourceRequest request, RelatedResources related, T nothingRelated) {
        return linkageRow(request, related.id(), related.relationship()).map(nothingRelated);
    }

    /** Reads the linkage of a resource that the caller may see. */
    private Future<Row> linkageRow(ResourceRequest request, UUID id, Relationship relationship) {
        var visible = Visibility.of(type, request.caller()).stream().toList();
        return store(request)
                .linkage(type, id, relationship, visible)
                .map(row -> row.orElseThrow(() -> RequestTarget.notFound(type)));
    }

    private Future<ResourceReply> linkage(ResourceRequest request) {
        var relationship = RequestTarget.relationship(request, type);
        var page = new LinkagePage(QueryReader.pageOfLinkage(relationship, request.query()));
        return linkageRow(request, RequestTarget.id(request, type), relationship)
                .map(row -> reply(request, writer(request).linkage(type, relationship, row, page)));
    }

    private Future<ResourceReply> pageReply(
            ResourceRequest request, ResourceQuery query, PageLinks pageLinks, FoundPage found) {
        return remoteIncludes
                .read(request, query, found.included())
                .map(remote -> reply(request, writer(request).page(found, pageLinks, remote)));
    }

    private Future<ResourceReply> itemReply(ResourceRequest request, ResourceQuery query, String url, FoundItem found) {
        var self = Links.withQuery(url, request.query());
        return remoteIncludes
                .read(request, query, found.included())
                .map(remote -> writer(request).item(self, found, remote))
                .map(document -> reply(request, document, found.retryAfter()));
    }

    private static ResourceReply emptyReply(ResourceRequest request, String url, boolean isCompound) {
        return reply(request, writer(request).nothing(Links.withQuery(url, request.query()), isCompound));
    }

    private static ResourceReply reply(ResourceRequest request, Buffer document) {
        return reply(request, document, OptionalInt.empty());
    }

    private static ResourceReply reply(ResourceRequest request, Buffer document, OptionalInt retryAfter) {
        var reply = ResourceReply.ok(document).withEtag(EntityTag.of(document)).withRetryAfter(retryAfter);
        return request.preconditions().applyTo(reply);
    }

    private ResourceQuery collectionQuery(ResourceRequest request, ResourceType type) {
        return restrictedToCaller(request, type, new QueryReader(store.types(), type).ofCollection(request.query()));
    }

    private ResourceQuery itemQuery(ResourceRequest request, ResourceType type) {
        return restrictedToCaller(request, type, new QueryReader(store.types(), type).ofItem(request.query()));
    }

    private ResourceQuery restrictedToCaller(ResourceRequest request, ResourceType type, ResourceQuery query) {
        return Visibility.restrict(query, type, store.types(), request.caller());
    }

    private ResourceStore store(ResourceRequest request) {
        return store.of(type, request);
    }

    private String relatedUrl(ResourceRequest request, UUID id, Relationship relationship) {
        return links(request).related(type, id, relationship);
    }

    private static DocumentWriter writer(ResourceRequest request) {
        return DocumentWriter.ofReads(links(request));
    }

    private static Links links(ResourceRequest request) {
        return new Links(request.baseUrl());
    }
}
