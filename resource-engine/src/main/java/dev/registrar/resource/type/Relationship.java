package dev.registrar.resource.type;

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
     */
    record ToOne(String name, String target, String column, boolean required) implements Relationship {

        public ToOne required(boolean isRequired) {
            return new ToOne(name, target, column, isRequired);
        }
    }

    /**
     * A relationship whose linkage is an array; its other side is a {@link ToOne} of a type of the same verticle.
     *
     * @param foreignKey the column in the target's table that refers to this type
     */
    record ToMany(String name, String target, String foreignKey) implements Relationship {}

    static ToOne toOne(String name, String target, String column) {
        return new ToOne(name, target, column, false);
    }

    static ToMany toMany(String name, String target, String foreignKey) {
        return new ToMany(name, target, foreignKey);
    }
}
