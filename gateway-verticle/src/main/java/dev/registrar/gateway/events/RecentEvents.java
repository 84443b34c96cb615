package dev.registrar.gateway.events;

import dev.registrar.events.following.EventFollower;
import dev.registrar.events.following.EventHandler;
import dev.registrar.events.following.PositionStore;
import dev.registrar.events.log.ContractEvents.Source;
import dev.registrar.platform.operations.RequestContext;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The latest events of each source, in memory, so that any number of clients can wait for new ones without a query of
 * their own. Follows each source once, from the first client on. Use it on one event loop only.
 */
final class RecentEvents {
    private static final int MAX_EVENTS_OF_SOURCE = 2_000;
    private static final long MAX_BYTES_OF_SOURCE = 4_000_000;

    private final Vertx vertx;
    private final List<Source> sources;
    private final Map<String, OfSource> bySource = new HashMap<>();
    private Promise<Void> change = Promise.promise();
    private boolean isStopped;

    RecentEvents(Vertx vertx, List<Source> sources) {
        this.vertx = vertx;
        this.sources = sources;
    }

    /** Starts to follow the sources, unless it does already, or has stopped. */
    void start() {
        if (bySource.isEmpty() && !isStopped) {
            sources.forEach(source -> bySource.put(source.name(), new OfSource(source)));
        }
    }

    /** Stops following; completes when nothing is requested from the sources any more. */
    Future<Void> stop() {
        isStopped = true;
        return Future.join(bySource.values().stream()
                        .map(recent -> recent.follower.stop())
                        .toList())
                .mapEmpty();
    }

    /** Completes when the events in memory have changed. Ask before reading them, so that no change is missed. */
    Future<Void> change() {
        return RequestContext.kept(change.future());
    }

    /** The next events after a position; empty if they may not all be in memory. */
    Optional<EventPage.OfSource> after(Source source, long position, int limit) {
        return Optional.ofNullable(bySource.get(source.name()))
                .filter(recent -> recent.covers(position))
                .map(recent -> recent.after(position, limit));
    }

    /** Lets everyone who waits for a change look again; those who no longer wait are forgotten. */
    void announceChange() {
        var announced = change;
        change = Promise.promise();
        announced.complete();
    }

    /** The events of one source between two positions. */
    private final class OfSource implements EventHandler, PositionStore {
        private final Source source;
        private final EventFollower follower;
        private final NavigableMap<Long, PublishedEvent> events = new TreeMap<>();
        private long bytes;

        /** The position before the first event in memory; empty until the source has been reached. */
        private Optional<Long> start = Optional.empty();

        /** The position up to which the source has been read. */
        private long end;

        OfSource(Source source) {
            this.source = source;
            follower = EventFollower.of(source.name()).start(vertx, this, this);
        }

        boolean covers(long position) {
            return start.isPresent() && position >= start.get() && position <= end;
        }

        EventPage.OfSource after(long position, int limit) {
            var next = events.tailMap(position, false).values().stream()
                    .limit(limit + 1L)
                    .toList();
            return next.size() <= limit
                    ? new EventPage.OfSource(next, end, false)
                    : new EventPage.OfSource(
                            next.subList(0, limit), next.get(limit - 1).position(), true);
        }

        @Override
        public Future<Void> startAnew() {
            start = Optional.empty();
            events.clear();
            bytes = 0;
            return Future.succeededFuture();
        }

        @Override
        public Future<Void> handle(List<JsonObject> published) {
            published.stream().map(event -> PublishedEvent.of(source, event)).forEach(this::add);
            return Future.succeededFuture();
        }

        private void add(PublishedEvent event) {
            events.put(event.position(), event);
            bytes += event.size();
            while (events.size() > MAX_EVENTS_OF_SOURCE || bytes > MAX_BYTES_OF_SOURCE) {
                var oldest = events.pollFirstEntry().getValue();
                bytes -= oldest.size();
                start = Optional.of(oldest.position());
            }
        }

        @Override
        public Future<Optional<String>> load() {
            return Future.succeededFuture(Optional.empty());
        }

        @Override
        public Future<Void> store(String position) {
            end = Long.parseLong(position);
            start = start.or(() -> Optional.of(end));
            announceChange();
            return Future.succeededFuture();
        }
    }
}
