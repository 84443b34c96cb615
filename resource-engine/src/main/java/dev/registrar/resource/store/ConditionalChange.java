package dev.registrar.resource.store;

import dev.registrar.resource.bus.Preconditions;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.document.writing.EntityTag;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.query.filter.Filter;
import dev.registrar.resource.result.FoundItem;
import dev.registrar.resource.result.ShownFields;
import dev.registrar.resource.type.ResourceType;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A change that somebody makes to one resource, on the condition that If-Match and If-None-Match state (RFC 9110, 13).
 *
 * @param shape in which the resource is examined and returned: its fields, and what to include; a resource that does not
 *     pass its filters counts as absent
 * @param condition on the present state, which stays until the change is done; empty when any state may be changed
 */
public record ConditionalChange(
        ResourceType type, UUID id, Actor actor, ResourceQuery shape, Optional<Condition> condition) {

    /** The entity tag of this representation must be one that the preconditions allow. */
    record Condition(Preconditions preconditions, Representation representation) {}

    /**
     * The change that a request asks for.
     *
     * @param representation what a GET of the request's URL would return, whose entity tag the preconditions name
     */
    public static ConditionalChange of(
            ResourceRequest request, ResourceType type, UUID id, ResourceQuery shape, Representation representation) {
        return new ConditionalChange(
                type,
                id,
                Actor.of(request.caller()),
                shape.within(Visibility.of(type, request.caller())),
                request.preconditions().isEmpty()
                        ? Optional.empty()
                        : Optional.of(new Condition(request.preconditions(), representation)));
    }

    /** A change by a process of the service itself, whatever the state of the resource. */
    public static ConditionalChange bySystem(Actor process, ResourceType type, UUID id, ResourceQuery shape) {
        return new ConditionalChange(type, id, process, shape, Optional.empty());
    }

    boolean isUnconditional() {
        return condition.isEmpty();
    }

    /**
     * Examines the state that would be changed.
     *
     * @throws dev.registrar.resource.error.JsonApiException {@code precondition_failed}
     */
    void requireMet(FoundItem present) {
        condition.ifPresent(required -> required.preconditions()
                .requireForChange(EntityTag.of(required.representation().of(present))));
    }

    /** Whether the condition is about nothing but a row in the layout of these fields. */
    boolean isAbout(ShownFields fields) {
        return shape.inclusion().local().isEmpty() && shownFields().equals(fields);
    }

    /** What to read of the row as it is taken for the change: what the condition is about, if that is the row alone. */
    ShownFields lockedFields() {
        var ofRow = shownFields().ofRow();
        return isUnconditional() || !isAbout(ofRow) ? ShownFields.none(type) : ofRow;
    }

    /** What the resource must pass, or it counts as absent. */
    List<Filter> filters() {
        return shape.filters();
    }

    ShownFields shownFields() {
        return ShownFields.of(type, shape.fields());
    }
}
