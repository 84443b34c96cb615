package dev.registrar.resource.type;

import java.util.Optional;

/** A relationship of a resource type to another type or to itself. */
public sealed interface Relationship {

    /** The member name under {@code relationships}, and the last segment of the relationship's URLs. */
    String name();

    /** The name of the resource type on the other side. It may belong to another verticle. */
    String target();

    /**
     * A relationship whose linkage is one resource identifier, or null.
     *
     * @param column the foreign key in this type's table, under a constraint named {@code <table>_<column>_fkey}
     * @param required whether each resource must have a related resource
     * @param identifier the attribute by which people know the related resources; files have it in place of the id
     */
    record ToOne(String name, String target, String column, boolean required, Optional<String> identifier)
            implements Relationship {

        public ToOne required(boolean isRequired) {
            return new ToOne(name, target, column, isRequired, identifier);
        }

        public ToOne identifiedBy(String attribute) {
            return new ToOne(name, target, column, required, Optional.of(attribute));
        }
    }

    /**
     * A relationship whose linkage is an array; its other side is a {@link ToOne} of a type of the same verticle.
     *
     * @param foreignKey the column in the target's table that refers to this type
     * @param isOnlyLinked whether documents contain the URL of the related resources, and not their ids
     */
    record ToMany(String name, String target, String foreignKey, boolean isOnlyLinked) implements Relationship {}

    static ToOne toOne(String name, String target, String column) {
        return new ToOne(name, target, column, false, Optional.empty());
    }

    static ToMany toMany(String name, String target, String foreignKey) {
        return new ToMany(name, target, foreignKey, false);
    }

    /** Like toMany, for so many related resources that documents only contain their URL. */
    static ToMany linkedToMany(String name, String target, String foreignKey) {
        return new ToMany(name, target, foreignKey, true);
    }
}
