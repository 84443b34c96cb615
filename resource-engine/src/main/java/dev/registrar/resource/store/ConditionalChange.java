package dev.registrar.resource.store;

import dev.registrar.resource.bus.Preconditions;
import dev.registrar.resource.document.writing.FoundItem;
import dev.registrar.resource.document.writing.ShownFields;
import dev.registrar.resource.query.Filter;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.type.ResourceType;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/**
 * A change of one resource with its preconditions If-Match and If-None-Match (RFC 9110, 13).
 *
 * @param shape the fields and included resources to check and to return; a resource that does not match its filters
 *     counts as absent
 * @param preconditions on the current state, which is locked until the change is done
 * @param entityTag of what a GET of the request's URL would return, to which the preconditions refer
 */
public record ConditionalChange(
        RequestScope scope,
        UUID id,
        Actor actor,
        ResourceQuery shape,
        Preconditions preconditions,
        Function<FoundItem, String> entityTag) {

    /** Creates the change that a request asks for; its shape is filtered by what the caller may see. */
    public static ConditionalChange of(RequestScope scope, ResourceQuery shape, Function<FoundItem, String> entityTag) {
        var request = scope.request();
        return new ConditionalChange(scope, scope.id(), Actor.of(request), shape, request.preconditions(), entityTag);
    }

    /** Creates an unconditional change by a process of the service itself, as a part of this request. */
    public static ConditionalChange bySystem(RequestScope scope, Actor process, UUID id, ResourceQuery shape) {
        return new ConditionalChange(scope, id, process, shape, Preconditions.NONE, found -> "");
    }

    ResourceType type() {
        return scope.type();
    }

    boolean isUnconditional() {
        return preconditions.isEmpty();
    }

    /** Fails with {@code precondition_failed} when the current state does not meet the preconditions. */
    void requireMet(FoundItem present) {
        preconditions.requireForChange(entityTag.apply(present));
    }

    /** The filters that the resource must match; otherwise it counts as absent. */
    List<Filter> filters() {
        return shape.filters();
    }

    ShownFields shownFields() {
        return ShownFields.of(type(), shape.fields());
    }
}
