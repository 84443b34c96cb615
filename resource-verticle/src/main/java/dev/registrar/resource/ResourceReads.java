package dev.registrar.resource;

import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.ResourceClient;
import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.document.DocumentWriter;
import dev.registrar.resource.document.Links;
import dev.registrar.resource.document.PageLinks;
import dev.registrar.resource.query.Page;
import dev.registrar.resource.query.QueryReader;
import dev.registrar.resource.store.FoundPage;
import dev.registrar.resource.store.ResourceStore;
import dev.registrar.resource.store.Scope;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.Relationship.ToMany;
import dev.registrar.resource.type.ResourceType;
import io.vertx.core.Future;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The actions that read resources of one type (JSON:API 1.0, "Fetching Data"). */
public final class ResourceReads {
    private final ResourceType type;
    private final ResourceStore store;
    private final ResourceClient otherVerticles;

    /**
     * Makes the actions.
     *
     * @param otherVerticles where related resources are asked for that this verticle does not store
     */
    public ResourceReads(ResourceType type, ResourceStore store, ResourceClient otherVerticles) {
        this.type = type;
        this.store = store;
        this.otherVerticles = otherVerticles;
    }

    public Map<Action, ActionHandler> handlers() {
        return Map.of(
                Action.LIST, this::list,
                Action.GET, this::get,
                Action.RELATED, this::related,
                Action.LINKAGE, this::linkage);
    }

    private Future<ResourceReply> list(ResourceRequest request) {
        var query = new QueryReader(store.types(), type).ofCollection(request.query());
        var url = new Links(request.baseUrl()).collection(type);
        return store.page(type, query, Optional.empty()).map(found -> page(request, url, query.page(), found));
    }

    private Future<ResourceReply> get(ResourceRequest request) {
        var id = Targets.id(request, type);
        var query = new QueryReader(store.types(), type).ofItem(request.query());
        return store.item(type, id, query)
                .map(found -> found.orElseThrow(() -> Targets.notFound(type)))
                .map(found -> ResourceReply.ok(writer(request).item(found.fields(), found.row(), found.included())));
    }

    private Future<ResourceReply> related(ResourceRequest request) {
        var id = Targets.id(request, type);
        var relationship = Targets.relationship(request, type);
        var target = store.types().targetOf(relationship);
        if (target.isEmpty()) {
            return relatedElsewhere(request, id, relationship);
        }
        var scope = new Scope(type, id, relationship);
        return relationship instanceof ToMany
                ? relatedPage(request, target.get(), scope)
                : relatedItem(request, target.get(), scope);
    }

    private Future<ResourceReply> relatedPage(ResourceRequest request, ResourceType target, Scope scope) {
        var query = new QueryReader(store.types(), target).ofCollection(request.query());
        var url = new Links(request.baseUrl()).related(type, scope.id(), scope.relationship());
        return store.page(target, query, Optional.of(scope))
                .compose(found -> found.count() > 0 ? Future.succeededFuture(found) : ofExisting(scope, found))
                .map(found -> page(request, url, query.page(), found));
    }

    private Future<ResourceReply> relatedItem(ResourceRequest request, ResourceType target, Scope scope) {
        var query = new QueryReader(store.types(), target).ofItem(request.query());
        var self = new Links(request.baseUrl()).related(type, scope.id(), scope.relationship());
        return store.relatedItem(target, scope, query)
                .compose(found -> found.isPresent() ? Future.succeededFuture(found) : ofExisting(scope, found))
                .map(found -> found.map(item -> writer(request).item(item.fields(), item.row(), item.included()))
                        .orElseGet(() -> writer(request).nothing(self)))
                .map(ResourceReply::ok);
    }

    /** Asks the verticle of the other side, whose answer is passed on as it is. */
    private Future<ResourceReply> relatedElsewhere(ResourceRequest request, UUID id, Relationship relationship) {
        return store.linkage(type, id, relationship)
                .map(row -> row.orElseThrow(() -> Targets.notFound(type)).getUUID(1))
                .compose(other -> otherVerticles.send(
                        relationship.target(),
                        new ResourceRequest(
                                Action.GET,
                                Optional.of(other.toString()),
                                Optional.empty(),
                                request.caller(),
                                request.baseUrl(),
                                request.requestId(),
                                request.query(),
                                Optional.empty())));
    }

    /** Passes on that nothing is related, if the resource itself is there. */
    private <T> Future<T> ofExisting(Scope scope, T nothingRelated) {
        return store.linkage(type, scope.id(), scope.relationship())
                .map(row -> row.orElseThrow(() -> Targets.notFound(type)))
                .map(nothingRelated);
    }

    private Future<ResourceReply> linkage(ResourceRequest request) {
        QueryReader.refuseAll(request.query());
        var id = Targets.id(request, type);
        var relationship = Targets.relationship(request, type);
        return store.linkage(type, id, relationship)
                .map(row -> row.orElseThrow(() -> Targets.notFound(type)))
                .map(row -> ResourceReply.ok(writer(request).linkage(type, id, relationship, row, 1)));
    }

    private static ResourceReply page(ResourceRequest request, String url, Page page, FoundPage found) {
        var links = new PageLinks(url, request.query());
        return ResourceReply.ok(writer(request).page(found.resources(), page, found.count(), links, found.included()));
    }

    private static DocumentWriter writer(ResourceRequest request) {
        return new DocumentWriter(new Links(request.baseUrl()));
    }
}
