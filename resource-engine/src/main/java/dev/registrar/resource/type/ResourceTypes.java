package dev.registrar.resource.type;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The resource types of one verticle. One SQL statement may join their tables. */
public final class ResourceTypes {
    private final Map<String, ResourceType> byName;

    private ResourceTypes(Map<String, ResourceType> byName) {
        this.byName = byName;
    }

    public static ResourceTypes of(ResourceType... types) {
        Map<String, ResourceType> byName = new LinkedHashMap<>();
        List.of(types).forEach(type -> byName.put(type.name(), type));
        return new ResourceTypes(Collections.unmodifiableMap(byName));
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
