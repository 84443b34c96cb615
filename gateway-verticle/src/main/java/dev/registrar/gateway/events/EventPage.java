package dev.registrar.gateway.events;

import dev.registrar.events.following.EventSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
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

    /** A page without events, at a position. */
    static EventPage empty(EventPosition position) {
        return new EventPage(List.of(), List.of(), position, false);
    }

    /**
     * Merges events of several sources, so that they are in the order of their times as far as the order of each source
     * allows it. The page ends before it would have too many bytes, but has at least one event if there is one for the
     * client.
     */
    static EventPage merge(EventPosition after, Map<String, OfSource> sources, EventQuery query) {
        return new Merge(after, sources, query).page();
    }

    private static final class Merge {
        private final Map<String, OfSource> sources;
        private final EventQuery query;
        private final Map<String, Deque<PublishedEvent>> left = new LinkedHashMap<>();
        private final List<PublishedEvent> events = new ArrayList<>();
        private final List<EventPosition> positions = new ArrayList<>();
        private EventPosition next;
        private long bytes;
        private boolean isFull;

        Merge(EventPosition after, Map<String, OfSource> sources, EventQuery query) {
            this.sources = sources;
            this.query = query;
            next = after;
            sources.forEach((source, page) -> left.put(source, new ArrayDeque<>(page.events())));
        }

        EventPage page() {
            var earliest = earliest();
            while (earliest.isPresent() && !isFull) {
                add(earliest.get());
                earliest = earliest();
            }
            var hasMore = false;
            for (var source : left.keySet()) {
                var isUsedUp = left.get(source).isEmpty();
                hasMore |= !isUsedUp || sources.get(source).hasMore();
                next = isUsedUp ? next.with(source, sources.get(source).next()) : next;
            }
            return new EventPage(events, positions, next, hasMore);
        }

        /** The source whose next event is the earliest one. */
        private Optional<String> earliest() {
            return left.keySet().stream()
                    .filter(source -> !left.get(source).isEmpty())
                    .min(Comparator.comparing(
                            source -> left.get(source).getFirst().time()));
        }

        private void add(String source) {
            var event = left.get(source).getFirst();
            var visible = query.visiblePart(event);
            if (visible.isPresent()
                    && !events.isEmpty()
                    && bytes + visible.get().bytes() > EventSource.MAX_BYTES) {
                isFull = true;
                return;
            }
            left.get(source).removeFirst();
            next = next.with(source, event.position());
            visible.ifPresent(this::add);
        }

        private void add(PublishedEvent event) {
            events.add(event);
            positions.add(next);
            bytes += event.bytes();
            isFull = events.size() == query.size();
        }
    }
}
