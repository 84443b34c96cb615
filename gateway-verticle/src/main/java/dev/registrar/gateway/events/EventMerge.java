package dev.registrar.gateway.events;

import dev.registrar.gateway.events.EventPage.OfSource;
import dev.registrar.resource.events.following.EventSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Merges the next events of several sources into a page. A page ends before it would have too many bytes, but has at least one event if
 * there is one for the client.
 */
final class EventMerge {
    private static final long MAX_BYTES = EventSource.MAX_BYTES;

    private final Map<String, OfSource> sources;
    private final EventSelection selection;
    private final int size;
    private final Map<String, Integer> taken = new LinkedHashMap<>();
    private final List<PublishedEvent> events = new ArrayList<>();
    private final List<EventPosition> positions = new ArrayList<>();
    private EventPosition next;
    private long bytes;
    private boolean isFull;

    EventMerge(EventPosition after, Map<String, OfSource> sources, EventSelection selection, int size) {
        this.sources = sources;
        this.selection = selection;
        this.size = size;
        next = after;
        sources.keySet().forEach(source -> taken.put(source, 0));
    }

    EventPage page() {
        var earliest = earliest();
        while (earliest.isPresent() && !isFull) {
            take(earliest.get());
            earliest = earliest();
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

    /** The source whose next event is the earliest one. */
    private Optional<String> earliest() {
        return sources.keySet().stream()
                .filter(source ->
                        taken.get(source) < sources.get(source).events().size())
                .min(Comparator.comparing(source -> nextOf(source).time()));
    }

    private PublishedEvent nextOf(String source) {
        return sources.get(source).events().get(taken.get(source));
    }

    private void take(String source) {
        var event = nextOf(source);
        var shown = selection.of(event);
        if (shown.isPresent() && !events.isEmpty() && bytes + shown.get().bytes() > MAX_BYTES) {
            isFull = true;
            return;
        }
        taken.merge(source, 1, Integer::sum);
        next = next.with(source, event.position());
        shown.ifPresent(this::add);
    }

    private void add(PublishedEvent event) {
        events.add(event);
        positions.add(next);
        bytes += event.bytes();
        isFull = events.size() == size;
    }
}
