package dev.registrar.resource.store;

import dev.registrar.resource.result.PagePosition;
import dev.registrar.resource.result.PagePosition.Numbered;
import dev.registrar.resource.type.ResourceType;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The number of resources of each type when a page was last read. It may be out of date, so it only helps to estimate the cost of a
 * read.
 */
final class LastCounts {
    private final Map<ResourceType, Long> counts = new ConcurrentHashMap<>();

    /** The last count; empty before the first. */
    OptionalLong of(ResourceType type) {
        var count = counts.get(type);
        return count == null ? OptionalLong.empty() : OptionalLong.of(count);
    }

    /** Updates the count of a type from a page of all its resources, if it has one. */
    void update(ResourceType type, PagePosition position) {
        if (position instanceof Numbered numbered) {
            counts.put(type, numbered.count());
        }
    }
}
