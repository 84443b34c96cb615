package dev.registrar.gateway.openapi;

import dev.registrar.resource.query.IncludePath;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.ResourceType;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The resources that can be included with a resource type.
 *
 * @param targets returns the related type of a relationship; empty if it cannot be included
 */
record IncludableTypes(Function<Relationship, Optional<ResourceType>> targets) {

    /** The values of {@code include}. */
    List<String> paths(ResourceType type) {
        return paths(type, IncludePath.MAX_DEPTH).toList();
    }

    private Stream<String> paths(ResourceType type, int depth) {
        return depth == 0
                ? Stream.empty()
                : type.relationships().stream().flatMap(relationship -> pathsOver(relationship, depth));
    }

    private Stream<String> pathsOver(Relationship relationship, int depth) {
        var target = targets.apply(relationship);
        return target.stream()
                .flatMap(found -> Stream.concat(
                        Stream.of(relationship.name()),
                        paths(found, depth - 1).map(path -> relationship.name() + "." + path)));
    }

    /** The types that a document can contain, the type itself first. */
    Set<ResourceType> types(ResourceType type) {
        Set<ResourceType> found = new LinkedHashSet<>();
        collect(type, IncludePath.MAX_DEPTH, found);
        return found;
    }

    private void collect(ResourceType type, int depth, Set<ResourceType> found) {
        found.add(type);
        if (depth > 0) {
            type.relationships().stream()
                    .flatMap(relationship -> targets.apply(relationship).stream())
                    .forEach(target -> collect(target, depth - 1, found));
        }
    }
}
