package dev.registrar.resource.query;

import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.ResourceType;
import java.util.List;

/**
 * A path of relationships from the primary data to resources to include (JSON:API 1.0, "Inclusion of Related
 * Resources").
 *
 * @param steps at least one
 */
public record IncludePath(List<Step> steps) {
    public static final int MAX_DEPTH = 3;
    public static final int MAX_PATHS = 10;

    /** A step from a resource of a local type over one of its relationships. */
    public record Step(ResourceType source, Relationship relationship) {}

    public Step lastStep() {
        return steps.get(steps.size() - 1);
    }
}
