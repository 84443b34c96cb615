package dev.registrar.resource.type;

/**
 * The PostgreSQL schema of one verticle.
 *
 * @param name its name; its migrations are in {@code db/<name>} on the class path
 * @param types the resource types whose tables are in it
 */
public record Schema(String name, ResourceTypes types) {
    @Override
    public String toString() {
        return "schema \"%s\"".formatted(name);
    }
}
