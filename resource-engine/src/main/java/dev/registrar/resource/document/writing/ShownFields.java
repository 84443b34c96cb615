package dev.registrar.resource.document.writing;

import dev.registrar.resource.query.SparseFieldsets;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.Relationship.ToOne;
import dev.registrar.resource.type.ResourceType;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The fields of a type that a document shows. They also define the layout of a row with such a resource: the id, the
 * attributes, for each relationship the id or the array of ids of the related resources, and the members of
 * {@code meta}.
 */
public record ShownFields(ResourceType type, List<Attribute> attributes, List<Relationship> relationships) {
    public static ShownFields of(ResourceType type, SparseFieldsets fields) {
        return fields.restricts(type.name())
                ? of(type, field -> fields.shows(type.name(), field))
                : new ShownFields(type, type.attributes(), type.relationships());
    }

    private static ShownFields of(ResourceType type, Predicate<String> isShown) {
        return new ShownFields(
                type,
                type.attributes().stream()
                        .filter(attribute -> isShown.test(attribute.name()))
                        .toList(),
                type.relationships().stream()
                        .filter(relationship -> isShown.test(relationship.name()))
                        .toList());
    }

    /** All fields that are in the resource's own row; to-many linkage is read from other rows. */
    public static ShownFields ofRow(ResourceType type) {
        return new ShownFields(
                type,
                type.attributes(),
                type.relationships().stream().filter(ToOne.class::isInstance).toList());
    }

    /** A layout with only the id. */
    public static ShownFields none(ResourceType type) {
        return new ShownFields(type, List.of(), List.of());
    }

    /**
     * The fields that a document does not show. The row of a single resource has them too, after its other columns,
     * because its {@link EntityTag} begins with the version of the whole resource.
     */
    public ShownFields hidden() {
        return isComplete() ? none(type) : of(type, field -> !shows(field));
    }

    private boolean isComplete() {
        return attributes.size() == type.attributes().size()
                && relationships.size() == type.relationships().size();
    }

    private boolean shows(String field) {
        return Stream.concat(
                        attributes.stream().map(Attribute::name),
                        relationships.stream().map(Relationship::name))
                .anyMatch(field::equals);
    }

    /**
     * The values of all fields in the row of a single resource, in the order of the declaration, whichever are shown.
     */
    List<Object> allValues(Row row) {
        var isComplete = isComplete();
        var shownColumn = 1;
        var hiddenColumn = width();
        List<Object> values = new ArrayList<>();
        for (var field : type.fieldNames()) {
            values.add(row.getValue(isComplete || shows(field) ? shownColumn++ : hiddenColumn++));
        }
        return values;
    }

    /** The number of columns of such a row. */
    int width() {
        return metaColumn() + type.metaAttributes().size() + (type.meta().isPresent() ? 1 : 0);
    }

    /** The first column of the members of {@code meta}. */
    int metaColumn() {
        return 1 + attributes.size() + relationships.size();
    }
}
