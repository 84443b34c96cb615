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
 * What a request document says of a resource, valid by its declaration.
 *
 * @param attributes the values to store, some of them null, in the order of the declaration
 * @param toOnes the linkage to store; empty stands for null
 * @param toManys the linkage that takes the place of the present one
 */
public record ResourceDraft(
        Map<Attribute, Object> attributes, Map<ToOne, Optional<UUID>> toOnes, Map<ToMany, List<UUID>> toManys) {

    /** The value of an attribute that the document names or that has a default; empty for null. */
    public Optional<Object> value(Attribute attribute) {
        return Optional.ofNullable(attributes.get(attribute));
    }

    /** The same draft with another value of one attribute. */
    public ResourceDraft with(Attribute attribute, Object value) {
        Map<Attribute, Object> changed = new LinkedHashMap<>(attributes);
        changed.put(attribute, value);
        return new ResourceDraft(changed, toOnes, toManys);
    }

    /** The same draft, which leaves one attribute as it is. */
    public ResourceDraft without(Attribute attribute) {
        Map<Attribute, Object> changed = new LinkedHashMap<>(attributes);
        changed.remove(attribute);
        return new ResourceDraft(changed, toOnes, toManys);
    }
}
