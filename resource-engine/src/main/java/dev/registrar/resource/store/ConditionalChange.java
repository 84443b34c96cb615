package dev.registrar.resource.store;

import dev.registrar.resource.bus.Preconditions;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.query.Filter;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.result.FoundItem;
import dev.registrar.resource.result.ShownFields;
import dev.registrar.resource.type.ResourceType;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A change of one resource with its preconditions If-Match and If-None-Match (RFC 9110, 13).
 *
 * @param shape the fields and included resources to check and to return; a resource that does not match its filters
 *     counts as absent
 * @param condition the precondition on the current state, which is locked until the change is done; empty when
 *     there is none
 */
public record ConditionalChange(
        ResourceType type, UUID id, Actor actor, ResourceQuery shape, Optional<Condition> condition) {

    /** The entity tag of this representation must be one that the preconditions allow. */
    record Condition(Preconditions preconditions, Representation representation) {}

    /**
     * Creates the change that a request asks for.
     *
     * @param representation the document that a GET of the request's URL would return, to whose entity tag the
     *     preconditions refer
     */
    public static ConditionalChange of(
            ResourceRequest request, ResourceType type, UUID id, ResourceQuery shape, Representation representation) {
        return new ConditionalChange(
                type,
                id,
                Actor.of(request),
                shape.within(Visibility.of(type, request.caller())),
                request.preconditions().isEmpty()
                        ? Optional.empty()
                        : Optional.of(new Condition(request.preconditions(), representation)));
    }

    /** Creates an unconditional change by a process of the service itself. */
    public static ConditionalChange bySystem(Actor process, ResourceType type, UUID id, ResourceQuery shape) {
        return new ConditionalChange(type, id, process, shape, Optional.empty());
    }

    boolean isUnconditional() {
        return condition.isEmpty();
    }

    /**
     * Checks the preconditions against the current state.
     *
     * @throws dev.registrar.resource.error.JsonApiException {@code precondition_failed}
     */
    void requireMet(FoundItem present) {
        condition.ifPresent(required -> required.preconditions()
                .requireForChange(required.representation().entityTag(present)));
    }

    /** Whether the condition refers only to a row in the layout of these fields. */
    boolean isAbout(ShownFields fields) {
        return shape.inclusion().local().isEmpty() && shownFields().equals(fields);
    }

    /** The fields to read when the row is locked: those that the condition refers to, if it refers only to the row. */
    ShownFields lockedFields() {
        var ofRow = shownFields().ofRow();
        return isUnconditional() || !isAbout(ofRow) ? ShownFields.none(type) : ofRow;
    }

    /** The filters that the resource must match; otherwise it counts as absent. */
    List<Filter> filters() {
        return shape.filters();
    }

    ShownFields shownFields() {
        return ShownFields.of(type, shape.fields());
    }
}
