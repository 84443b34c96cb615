package dev.registrar.resource.document.reading;

import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship.ToMany;
import dev.registrar.resource.type.Relationship.ToOne;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The content of a request document, valid according to the declaration.
 *
 * @param attributes the values to store, which may be null, in the order of the declaration
 * @param toOnes the linkage to store; empty means null
 * @param toManys the linkage that replaces the current one
 */
public record ResourceDraft(
        Map<Attribute, Object> attributes, Map<ToOne, Optional<UUID>> toOnes, Map<ToMany, List<UUID>> toManys) {

    /** The value of an attribute that is in the document or has a default; empty for null. */
    public Optional<Object> value(Attribute attribute) {
        return Optional.ofNullable(attributes.get(attribute));
    }

    /** The id to which a relationship in the document leads; empty if it is null or not in the document. */
    public Optional<UUID> related(ToOne toOne) {
        return toOnes.getOrDefault(toOne, Optional.empty());
    }

    public ResourceDraft with(Attribute attribute, Object value) {
        Map<Attribute, Object> changed = new LinkedHashMap<>(attributes);
        changed.put(attribute, value);
        return new ResourceDraft(changed, toOnes, toManys);
    }

    /** The same draft without one attribute, which then stays unchanged. */
    public ResourceDraft without(Attribute attribute) {
        Map<Attribute, Object> changed = new LinkedHashMap<>(attributes);
        changed.remove(attribute);
        return new ResourceDraft(changed, toOnes, toManys);
    }
}
