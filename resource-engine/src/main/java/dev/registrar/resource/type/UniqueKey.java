package dev.registrar.resource.type;

import static dev.registrar.resource.error.ErrorCode.DUPLICATE;
import static dev.registrar.resource.error.ErrorSource.pointer;

import dev.registrar.resource.error.JsonApiError;
import dev.registrar.resource.type.Relationship.ToOne;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Attributes and relationships that no two resources of a type have in common. The table has a unique index on their
 * columns.
 *
 * @param error the error for a second resource
 */
public record UniqueKey(List<Attribute> attributes, List<ToOne> toOnes, JsonApiError error) {

    /** The key that consists of a unique attribute of this type. */
    static UniqueKey of(String type, Attribute unique) {
        var error = DUPLICATE.at(
                pointer("data", "attributes", unique.name()),
                "Another one of the %s already has this %s%s; choose a different one."
                        .formatted(
                                Attribute.label(type),
                                unique.label(),
                                unique.isIdentifier() ? ", perhaps in other letter case" : ""));
        return new UniqueKey(List.of(unique), List.of(), error);
    }

    /** The name of the index: {@code <table>_<column>_<column>_key}. */
    String constraint(String table) {
        var columns = Stream.concat(
                attributes.stream().map(Attribute::name), toOnes.stream().map(ToOne::column));
        return "%s_%s_key".formatted(table, columns.collect(Collectors.joining("_")));
    }
}
