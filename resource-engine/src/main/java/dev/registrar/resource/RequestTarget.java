package dev.registrar.resource;

import static dev.registrar.resource.error.ErrorCode.NOT_FOUND;

import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.document.Ids;
import dev.registrar.resource.document.writing.EntityTag;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.store.Actor;
import dev.registrar.resource.store.ConditionalChange;
import dev.registrar.resource.store.FoundItem;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.ResourceType;
import io.vertx.core.buffer.Buffer;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** What a request names by its URL, or 404 where there can be no such thing. */
public final class RequestTarget {
    private RequestTarget() {}

    public static UUID id(ResourceRequest request, ResourceType type) {
        return request.id().flatMap(Ids::parse).orElseThrow(() -> notFound(type));
    }

    public static Relationship relationship(ResourceRequest request, ResourceType type) {
        return request.relationship()
                .flatMap(type::relationship)
                .orElseThrow(() -> NOT_FOUND
                        .because("%s has no such relationship.".formatted(type))
                        .asException());
    }

    public static JsonApiException notFound(ResourceType type) {
        return NOT_FOUND
                .because("There is no resource of type %s with this id.".formatted(type))
                .asException();
    }

    /**
     * The change of a resource, on the condition that the headers of the request state.
     *
     * @param shape how the URL of the request shows the resource
     * @param document what a GET of that URL would answer: the condition is about its entity tag
     */
    static ConditionalChange revision(
            ResourceRequest request, ResourceType type, ResourceQuery shape, Function<FoundItem, Buffer> document) {
        var preconditions = request.preconditions();
        return new ConditionalChange(
                type,
                id(request, type),
                Actor.of(request.caller()),
                shape.within(Visibility.of(type, request.caller())),
                preconditions.isEmpty()
                        ? Optional.empty()
                        : Optional.of(found -> preconditions.requireForChange(EntityTag.of(document.apply(found)))));
    }
}
