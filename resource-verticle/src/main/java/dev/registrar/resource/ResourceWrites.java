package dev.registrar.resource;

import static dev.registrar.resource.error.ErrorCode.FORBIDDEN;
import static dev.registrar.resource.error.ErrorCode.MALFORMED_DOCUMENT;
import static dev.registrar.resource.error.ErrorSource.pointer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.document.DocumentReader;
import dev.registrar.resource.document.DocumentWriter;
import dev.registrar.resource.document.LinkageReader;
import dev.registrar.resource.document.Links;
import dev.registrar.resource.document.ResourceDraft;
import dev.registrar.resource.error.Faults;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.query.QueryReader;
import dev.registrar.resource.store.ResourceChanges;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.Relationship.ToMany;
import dev.registrar.resource.type.Relationship.ToOne;
import dev.registrar.resource.type.ResourceType;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The actions that change resources of one type (JSON:API 1.0, "Creating, Updating and Deleting Resources"). */
public final class ResourceWrites {
    private final ResourceType type;
    private final ResourceChanges changes;

    public ResourceWrites(ResourceType type, ResourceChanges changes) {
        this.type = type;
        this.changes = changes;
    }

    public Map<Action, ActionHandler> handlers() {
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
        QueryReader.refuseAll(request.query());
        var draft = new DocumentReader(type).ofNew(request.document());
        return changes.insert(type, draft, request.caller().name()).map(row -> created(request, row));
    }

    private Future<ResourceReply> update(ResourceRequest request) {
        QueryReader.refuseAll(request.query());
        var id = Targets.id(request, type);
        return change(request, id, new DocumentReader(type).ofChange(request.document(), id));
    }

    private Future<ResourceReply> replace(ResourceRequest request) {
        QueryReader.refuseAll(request.query());
        var id = Targets.id(request, type);
        return change(request, id, new DocumentReader(type).ofReplacement(request.document(), id));
    }

    private Future<ResourceReply> change(ResourceRequest request, UUID id, ResourceDraft draft) {
        return changes.update(type, id, draft, request.caller().name())
                .map(row -> row.orElseThrow(() -> Targets.notFound(type)))
                .map(row -> changed(request, row));
    }

    private Future<ResourceReply> delete(ResourceRequest request) {
        QueryReader.refuseAll(request.query());
        return changes.delete(type, Targets.id(request, type)).map(deleted -> {
            if (!deleted) {
                throw Targets.notFound(type);
            }
            return ResourceReply.noContent();
        });
    }

    private Future<ResourceReply> replaceLinkage(ResourceRequest request) {
        var relationship = Targets.relationship(request, type);
        var id = Targets.id(request, type);
        return linkageReply(
                request,
                relationship,
                changes.update(type, id, linkageDraft(relationship, linkageIn(request)), callerName(request)));
    }

    private Future<ResourceReply> addToLinkage(ResourceRequest request) {
        var relationship = toMany(request);
        var id = Targets.id(request, type);
        var members = membersIn(request, relationship);
        return linkageReply(
                request, relationship, changes.addMembers(type, id, relationship, members, callerName(request)));
    }

    private Future<ResourceReply> removeFromLinkage(ResourceRequest request) {
        var relationship = toMany(request);
        var id = Targets.id(request, type);
        var members = membersIn(request, relationship);
        return linkageReply(
                request, relationship, changes.removeMembers(type, id, relationship, members, callerName(request)));
    }

    private Future<ResourceReply> linkageReply(
            ResourceRequest request, Relationship relationship, Future<Optional<Row>> changed) {
        var fields = ResourceChanges.fieldsOf(type);
        var column = 1 + fields.attributes().size() + fields.relationships().indexOf(relationship);
        return changed.map(row -> row.orElseThrow(() -> Targets.notFound(type)))
                .map(row -> ResourceReply.ok(writer(request).linkage(type, row.getUUID(0), relationship, row, column)))
                .recover(failure -> Future.failedFuture(atRelationshipUrl(relationship, failure)));
    }

    /** At a relationship URL the linkage is the document itself, not a member of a resource object. */
    private static Throwable atRelationshipUrl(Relationship relationship, Throwable failure) {
        return failure instanceof JsonApiException fault
                ? fault.seenFrom(pointer("data", "relationships", relationship.name()))
                : failure;
    }

    private static ResourceDraft linkageDraft(Relationship relationship, JsonNode linkage) {
        var faults = new Faults();
        var reader = new LinkageReader(faults);
        Map<ToOne, Optional<UUID>> toOnes = new HashMap<>();
        Map<ToMany, List<UUID>> toManys = new HashMap<>();
        if (relationship instanceof ToOne toOne) {
            reader.readToOne(toOne, linkage, one -> toOnes.put(toOne, one), "data");
        } else if (relationship instanceof ToMany toMany) {
            reader.readToMany(toMany, linkage, many -> toManys.put(toMany, many), "data");
        }
        faults.throwIfAny();
        return new ResourceDraft(Map.of(), toOnes, toManys);
    }

    private static List<UUID> membersIn(ResourceRequest request, ToMany relationship) {
        return linkageDraft(relationship, linkageIn(request)).toManys().get(relationship);
    }

    private static JsonNode linkageIn(ResourceRequest request) {
        QueryReader.refuseAll(request.query());
        var data = request.document().<JsonNode>map(node -> node.path("data")).orElse(MissingNode.getInstance());
        if (data.isMissingNode()) {
            throw MALFORMED_DOCUMENT
                    .at(pointer(), "The document needs a member \"data\" with the linkage.")
                    .asException();
        }
        return data;
    }

    private ToMany toMany(ResourceRequest request) {
        if (Targets.relationship(request, type) instanceof ToMany toMany) {
            return toMany;
        }
        throw FORBIDDEN
                .because("Members can be added to and removed from a to-many relationship only; use PATCH.")
                .asException();
    }

    private ResourceReply created(ResourceRequest request, Row row) {
        return ResourceReply.created(document(request, row), new Links(request.baseUrl()).item(type, row.getUUID(0)));
    }

    private ResourceReply changed(ResourceRequest request, Row row) {
        return ResourceReply.ok(document(request, row));
    }

    private Buffer document(ResourceRequest request, Row row) {
        return writer(request).item(ResourceChanges.fieldsOf(type), row, List.of());
    }

    private static DocumentWriter writer(ResourceRequest request) {
        return new DocumentWriter(new Links(request.baseUrl()));
    }

    private static String callerName(ResourceRequest request) {
        return request.caller().name();
    }
}
