package dev.registrar.resource.query.paging;

import dev.registrar.resource.type.ResourceType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A total order of the resources of a type, so that each is on exactly one page: the keys that the client requested,
 * and finally the id. The id has the direction of the key before it, so that one index serves both directions.
 *
 * @param keys the keys, the most significant first; the id is always the last one and occurs only once
 */
public record SortOrder(List<SortKey> keys) {
    public static final int MAX_KEYS = 10;
    public static final SortOrder BY_ID = of(List.of());

    /** The order by these keys; one that occurs again has no effect, because all resources that it would compare are equal in it. */
    public static SortOrder of(List<SortKey> given) {
        List<SortKey> keys = new ArrayList<>();
        for (var key : given) {
            if (keys.stream().noneMatch(key::hasFieldOf)) {
                keys.add(key);
            }
            if (key.attribute().isEmpty()) {
                return new SortOrder(List.copyOf(keys));
            }
        }
        var descending = !keys.isEmpty() && keys.get(keys.size() - 1).descending();
        keys.add(new SortKey(Optional.empty(), descending));
        return new SortOrder(List.copyOf(keys));
    }

    /** The order without {@code sort}: a log has its newest record first, and other types are ordered by their ids. */
    public static SortOrder defaultOf(ResourceType type) {
        return of(type.logTime()
                .map(time -> List.of(new SortKey(Optional.of(time), true)))
                .orElse(List.of()));
    }

    public SortOrder reversed() {
        return new SortOrder(keys.stream().map(SortKey::reversed).toList());
    }

    /** The keys before the id. */
    public List<SortKey> attributeKeys() {
        return keys.subList(0, keys.size() - 1);
    }

    /**
     * Whether all keys have the same direction and are never null, so that they can be compared as one row of values.
     */
    public boolean comparesAsRow() {
        return keys.stream().noneMatch(SortKey::isNullable)
                && keys.stream().map(SortKey::descending).distinct().count() == 1;
    }
}
