package dev.registrar.resource.result;

import dev.registrar.resource.query.SparseFieldsets;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.Relationship.ToOne;
import dev.registrar.resource.type.ResourceType;
import java.util.List;

/**
 * The fields of a type that a document shows. They also define the layout of a row with such a resource: the id, the
 * attributes, for each relationship the id or the array of ids of the related resources, and the {@code meta} member if
 * the type has one.
 */
public record ShownFields(ResourceType type, List<Attribute> attributes, List<Relationship> relationships) {

    public static ShownFields of(ResourceType type, SparseFieldsets fields) {
        if (!fields.restricts(type.name())) {
            return new ShownFields(type, type.attributes(), type.relationships());
        }
        return new ShownFields(
                type,
                type.attributes().stream()
                        .filter(attribute -> fields.shows(type.name(), attribute.name()))
                        .toList(),
                type.relationships().stream()
                        .filter(relationship -> fields.shows(type.name(), relationship.name()))
                        .toList());
    }

    /** A layout with only the id. */
    public static ShownFields none(ResourceType type) {
        return new ShownFields(type, List.of(), List.of());
    }

    /** The fields that are in the resource's own row; to-many linkage is read from other rows. */
    public ShownFields ofRow() {
        return new ShownFields(
                type,
                attributes,
                relationships.stream().filter(ToOne.class::isInstance).toList());
    }

    /** The number of columns of such a row. */
    int width() {
        return metaColumn() + (type.meta().isPresent() ? 1 : 0);
    }

    /** The column of the {@code meta} member, if the type has one. */
    public int metaColumn() {
        return 1 + attributes.size() + relationships.size();
    }
}
