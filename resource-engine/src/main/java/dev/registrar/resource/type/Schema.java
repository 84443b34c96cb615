package dev.registrar.resource.type;

/**
 * The PostgreSQL schema of one verticle.
 *
 * @param name its name; its migrations are in {@code db/<name>} on the class path
 * @param version increases whenever its migrations or the declarations of its types change; nodes of earlier versions
 *     then leave the schema as it is
 * @param oldestUser the earliest version whose nodes can work with this one
 * @param types the resource types whose tables are in it
 */
public record Schema(String name, int version, int oldestUser, ResourceTypes types) {

    /** Creates a schema that nodes of every earlier version can work with. */
    public Schema(String name, int version, ResourceTypes types) {
        this(name, version, 1, types);
    }

    @Override
    public String toString() {
        return "schema \"%s\"".formatted(name);
    }
}
