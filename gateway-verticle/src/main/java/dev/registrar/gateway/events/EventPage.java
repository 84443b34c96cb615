package dev.registrar.gateway.events;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The next events of all sources.
 *
 * @param next the position after these events, and after those before them that are not for the client
 * @param hasMore whether there may be more events already
 */
record EventPage(List<PublishedEvent> events, EventPosition next, boolean hasMore) {

    /**
     * The next events of one source, whose order is that of their positions.
     *
     * @param next the position after the last event that the source has looked at
     * @param hasMore whether the source may have more events already
     */
    record OfSource(List<PublishedEvent> events, long next, boolean hasMore) {}

    /**
     * Merges events of several sources, so that they are in the order of their times as far as the order of each source
     * allows it.
     */
    static EventPage merge(EventPosition after, Map<String, OfSource> sources, EventSelection selection, int size) {
        Map<String, Integer> taken = new LinkedHashMap<>();
        sources.keySet().forEach(source -> taken.put(source, 0));
        List<PublishedEvent> events = new ArrayList<>();
        var earliest = earliest(sources, taken);
        while (earliest.isPresent() && events.size() < size) {
            var event = sources.get(earliest.get()).events().get(taken.merge(earliest.get(), 1, Integer::sum) - 1);
            if (selection.includes(event)) {
                events.add(event);
            }
            earliest = earliest(sources, taken);
        }
        var next = after;
        var hasMore = false;
        for (var source : sources.entrySet()) {
            var count = taken.get(source.getKey());
            var page = source.getValue();
            var isUsedUp = count == page.events().size();
            hasMore |= !isUsedUp || page.hasMore();
            if (isUsedUp) {
                next = next.with(source.getKey(), page.next());
            } else if (count > 0) {
                next = next.with(source.getKey(), page.events().get(count - 1).position());
            }
        }
        return new EventPage(events, next, hasMore);
    }

    /** The source whose next event is the earliest one. */
    private static Optional<String> earliest(Map<String, OfSource> sources, Map<String, Integer> taken) {
        return sources.keySet().stream()
                .filter(source ->
                        taken.get(source) < sources.get(source).events().size())
                .min(Comparator.comparing(source ->
                        sources.get(source).events().get(taken.get(source)).time()));
    }
}
