package dev.registrar.resource.result;

import dev.registrar.resource.query.SparseFieldsets;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.ResourceType;
import java.util.List;

/**
 * The fields of a type that a document shows. It is also the layout of a row that holds such a resource: the id, then
 * the attributes, then for each relationship the id or the array of ids on its other side, then the {@code meta} member if
 * the type has one.
 */
public record ShownFields(ResourceType type, List<Attribute> attributes, List<Relationship> relationships) {

    public static ShownFields of(ResourceType type, SparseFieldsets fields) {
        if (!fields.restrict(type.name())) {
            return new ShownFields(type, type.attributes(), type.relationships());
        }
        return new ShownFields(
                type,
                type.attributes().stream()
                        .filter(attribute -> fields.show(type.name(), attribute.name()))
                        .toList(),
                type.relationships().stream()
                        .filter(relationship -> fields.show(type.name(), relationship.name()))
                        .toList());
    }

    /** How many columns such a row has. */
    int width() {
        return metaColumn() + (type.meta().isPresent() ? 1 : 0);
    }

    /** Where the {@code meta} member is, if the type has one. */
    public int metaColumn() {
        return 1 + attributes.size() + relationships.size();
    }
}
