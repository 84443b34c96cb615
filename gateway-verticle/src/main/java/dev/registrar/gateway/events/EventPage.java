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
 * @param positions the position after each event
 * @param next the position after these events, and after those before them that are not for the client
 * @param hasMore whether there may be more events already
 */
record EventPage(List<PublishedEvent> events, List<EventPosition> positions, EventPosition next, boolean hasMore) {

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
        List<EventPosition> positions = new ArrayList<>();
        var next = after;
        var earliest = earliest(sources, taken);
        while (earliest.isPresent() && events.size() < size) {
            var source = earliest.get();
            var event = sources.get(source).events().get(taken.merge(source, 1, Integer::sum) - 1);
            next = next.with(source, event.position());
            var shown = selection.of(event);
            if (shown.isPresent()) {
                events.add(shown.get());
                positions.add(next);
            }
            earliest = earliest(sources, taken);
        }
        var hasMore = false;
        for (var source : sources.entrySet()) {
            var page = source.getValue();
            var isUsedUp = taken.get(source.getKey()) == page.events().size();
            hasMore |= !isUsedUp || page.hasMore();
            next = isUsedUp ? next.with(source.getKey(), page.next()) : next;
        }
        return new EventPage(events, positions, next, hasMore);
    }

    /** A page without events, at a position. */
    static EventPage empty(EventPosition position) {
        return new EventPage(List.of(), List.of(), position, false);
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
