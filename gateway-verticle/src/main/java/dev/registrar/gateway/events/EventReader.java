package dev.registrar.gateway.events;

import dev.registrar.gateway.contract.ContractEvents.Source;
import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.time.Deadline;
import dev.registrar.resource.time.Repeat;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the events of all sources in pages. Use it on one event loop only. */
final class EventReader {
    private final List<Source> sources;
    private final StoredEvents stored;
    private final RecentEvents recent;

    EventReader(List<Source> sources, StoredEvents stored, RecentEvents recent) {
        this.sources = sources;
        this.stored = stored;
        this.recent = recent;
    }

    /** The position after all events. */
    Future<EventPosition> latest(Caller caller, Deadline deadline) {
        var positions = sources.stream()
                .map(source -> stored.latest(source, caller, deadline))
                .toList();
        return Future.all(positions).map(read -> {
            var latest = EventPosition.BEGINNING;
            for (var i = 0; i < positions.size(); i++) {
                latest = latest.with(sources.get(i).name(), positions.get(i).result());
            }
            return latest;
        });
    }

    /**
     * The next events after a position. Skips those that are not for the client, as many as half of the time allows;
     * then the page is empty although there may be more.
     */
    Future<EventPage> read(EventPosition after, EventSelection selection, int size, Deadline deadline) {
        return Repeat.until(
                page -> !page.events().isEmpty()
                        || !page.hasMore()
                        || deadline.elapsed().compareTo(deadline.left()) >= 0,
                new EventPage(List.of(), List.of(), after, true),
                page -> readOnce(page.next(), selection, size, deadline));
    }

    private Future<EventPage> readOnce(EventPosition after, EventSelection selection, int size, Deadline deadline) {
        Map<String, Future<EventPage.OfSource>> reading = new LinkedHashMap<>();
        sources.stream()
                .filter(selection::includes)
                .forEach(source -> reading.put(source.name(), readOnce(source, after, selection, size, deadline)));
        return Future.all(new ArrayList<>(reading.values())).map(read -> {
            Map<String, EventPage.OfSource> pages = new LinkedHashMap<>();
            reading.forEach((source, page) -> pages.put(source, page.result()));
            return EventPage.merge(after, pages, selection, size);
        });
    }

    /** The recent events are in memory; older ones are requested from their source. */
    private Future<EventPage.OfSource> readOnce(
            Source source, EventPosition after, EventSelection selection, int size, Deadline deadline) {
        var position = after.in(source.name());
        return position.flatMap(known -> recent.after(source, known, size))
                .map(Future::succeededFuture)
                .orElseGet(() -> stored.read(source, position, selection, size, deadline));
    }
}
