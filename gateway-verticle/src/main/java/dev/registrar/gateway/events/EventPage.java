package dev.registrar.gateway.events;

import java.util.List;
import java.util.Map;

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
     *
     * @param size how many events the page has at most; it has fewer if they are long
     */
    static EventPage merge(EventPosition after, Map<String, OfSource> sources, EventSelection selection, int size) {
        return new EventMerge(after, sources, selection, size).page();
    }

    /** A page without events, at a position. */
    static EventPage empty(EventPosition position) {
        return new EventPage(List.of(), List.of(), position, false);
    }
}
