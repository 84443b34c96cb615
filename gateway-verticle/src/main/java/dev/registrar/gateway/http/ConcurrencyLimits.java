package dev.registrar.gateway.http;

import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.receiving.ConcurrencyLimit;
import io.micrometer.core.instrument.Counter;
import java.util.HashMap;
import java.util.Map;

/** Separate concurrency limits for each resource type, for reads and for changes. Belongs to one event loop. */
final class ConcurrencyLimits {
    private final int limit;
    private final Counter rejections;
    private final Map<Kind, ConcurrencyLimit> limits = new HashMap<>();

    ConcurrencyLimits(int limit, Counter rejections) {
        this.limit = limit;
        this.rejections = rejections;
    }

    private record Kind(String resourceType, boolean isReading) {}

    ConcurrencyLimit of(String resourceType, Action action) {
        return limits.computeIfAbsent(
                new Kind(resourceType, action.isReading()), first -> new ConcurrencyLimit(limit, rejections));
    }
}
