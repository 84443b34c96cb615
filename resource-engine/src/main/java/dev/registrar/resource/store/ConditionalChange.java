package dev.registrar.resource.store;

import dev.registrar.resource.document.writing.ShownFields;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.type.ResourceType;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * A change that somebody makes to one resource.
 *
 * @param shape in which the resource is examined and returned: its fields, and what to include; a resource that does not
 *     pass its filters counts as absent
 * @param condition throws when the present state, in this shape, must not be changed; the state stays until the change
 *     is done
 */
public record ConditionalChange(
        ResourceType type, UUID id, Actor actor, ResourceQuery shape, Optional<Consumer<FoundItem>> condition) {

    ShownFields shownFields() {
        return ShownFields.of(type, shape.fields());
    }
}
