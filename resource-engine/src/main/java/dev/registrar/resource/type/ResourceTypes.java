package dev.registrar.resource.type;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The resource types of one verticle: those whose tables one SQL statement may join. */
public final class ResourceTypes {
    private final Map<String, ResourceType> byName;

    private ResourceTypes(Map<String, ResourceType> byName) {
        this.byName = byName;
    }

    public static ResourceTypes of(ResourceType... types) {
        return new ResourceTypes(
                List.of(types).stream().collect(Collectors.toUnmodifiableMap(ResourceType::name, Function.identity())));
    }

    /** The type on the other side of a relationship; empty when another verticle serves it. */
    public Optional<ResourceType> targetOf(Relationship relationship) {
        return Optional.ofNullable(byName.get(relationship.target()));
    }

    public Collection<ResourceType> all() {
        return byName.values();
    }

    public Optional<ResourceType> named(String name) {
        return Optional.ofNullable(byName.get(name));
    }
}
