package dev.registrar.gateway.events;

import static dev.registrar.resource.error.ErrorCode.EVENTS_REMOVED;
import static dev.registrar.resource.error.ErrorCode.POSITION_UNKNOWN;
import static dev.registrar.resource.error.ErrorCode.SERVICE_UNAVAILABLE;

import dev.registrar.events.following.EventSource;
import dev.registrar.events.log.ContractEvents.Source;
import dev.registrar.platform.concurrency.FairQueue;
import dev.registrar.platform.concurrency.FairQueue.Bounds;
import dev.registrar.platform.time.Deadline;
import dev.registrar.platform.time.Repeat;
import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.bus.ErrorReplyException;
import dev.registrar.resource.error.ErrorCode;
import dev.registrar.resource.error.JsonApiException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.ReplyException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the events of all sources in pages: the recent ones from memory, older ones from their source, and explains
 * failures to clients. One read of each source runs at a time, the others wait their turn: all reads of a node share a
 * few connections to the database, and clients that catch up, of which there may be many, must not take them from reads
 * of resources. Use it on one event loop only.
 */
final class EventReader {
    private static final Map<ErrorCode, String> GAPS = Map.of(
            EVENTS_REMOVED, "Events after this position are no longer stored.",
            POSITION_UNKNOWN,
                    "The service has not reached this position: it is from another database, or from before a restore.");
    private static final String START_ANEW =
            " Start anew: read page[after]=latest, then the resources that you need, and continue at links.next of the"
                    + " first response.";

    /** Whoever reads events or follows them counts against a limit before that. */
    private static final Bounds ONE_AT_A_TIME = Bounds.inTotal(1, Integer.MAX_VALUE);

    private final Vertx vertx;
    private final List<Source> sources;
    private final RecentEvents recent;
    private final Map<String, FairQueue> queues;

    EventReader(Vertx vertx, List<Source> sources, RecentEvents recent) {
        this.vertx = vertx;
        this.sources = sources;
        this.recent = recent;
        queues = sources.stream()
                .collect(Collectors.toMap(
                        Source::name, source -> new FairQueue(vertx, ONE_AT_A_TIME, EventReader::unavailable)));
    }

    /** The position after all events; whoever reads resources afterwards sees all changes up to it. */
    Future<EventPosition> latest(Caller caller, Deadline deadline) {
        return fromEach(
                        sources.stream(),
                        source -> inTurn(source, caller, deadline, stored -> stored.latest(deadline.left()))
                                .map(Long::valueOf))
                .map(EventPosition::new);
    }

    /**
     * The next events after a position. Skips those that are not for the client, as many as half of the time allows;
     * then the page is empty although there may be more.
     *
     * @return fails with {@code events_removed} or {@code position_unknown} if a source cannot continue there
     */
    Future<EventPage> read(EventPosition after, EventQuery query, Deadline deadline) {
        return Repeat.until(
                page -> !page.events().isEmpty()
                        || !page.hasMore()
                        || deadline.elapsed().compareTo(deadline.left()) >= 0,
                new EventPage(List.of(), List.of(), after, true),
                page -> readOnce(page.next(), query, deadline));
    }

    private Future<EventPage> readOnce(EventPosition after, EventQuery query, Deadline deadline) {
        return fromEach(
                        sources.stream().filter(query::includes),
                        source -> readOnce(source, after.in(source.name()), query, deadline))
                .map(pages -> EventPage.merge(after, pages, query));
    }

    private Future<EventPage.OfSource> readOnce(
            Source source, Optional<Long> after, EventQuery query, Deadline deadline) {
        return after.flatMap(position -> recent.after(source, position, query.size()))
                .map(Future::succeededFuture)
                .orElseGet(() -> inTurn(
                        source,
                        query.caller(),
                        deadline,
                        stored -> stored.after(
                                        after.map(String::valueOf),
                                        query.typesOf(source),
                                        query.size(),
                                        deadline.left())
                                .map(batch -> pageOf(source, batch))));
    }

    private static EventPage.OfSource pageOf(Source source, EventSource.Batch batch) {
        return new EventPage.OfSource(
                batch.events().stream()
                        .map(event -> PublishedEvent.of(source, event))
                        .toList(),
                Long.parseLong(batch.position()),
                batch.mayHaveMore());
    }

    /** Reads from sources side by side; the results are by the names of the sources, in their order. */
    private static <T> Future<Map<String, T>> fromEach(Stream<Source> from, Function<Source, Future<T>> read) {
        Map<String, Future<T>> reading = new LinkedHashMap<>();
        from.forEach(source -> reading.put(source.name(), read.apply(source)));
        return Future.all(List.copyOf(reading.values())).map(all -> {
            Map<String, T> results = new LinkedHashMap<>();
            reading.forEach((source, result) -> results.put(source, result.result()));
            return results;
        });
    }

    private <T> Future<T> inTurn(
            Source source, Caller caller, Deadline deadline, Function<EventSource, Future<T>> read) {
        return queues.get(source.name())
                .run(
                        caller.identity(),
                        Optional.of(deadline.left()),
                        () -> read.apply(new EventSource(vertx, source.name())))
                .recover(failure -> Future.failedFuture(explain(failure)));
    }

    private static Throwable explain(Throwable failure) {
        if (failure instanceof ErrorReplyException reply) {
            return reply.code()
                    .filter(GAPS::containsKey)
                    .map(gap -> gap.because(GAPS.get(gap) + START_ANEW).asException())
                    .orElseGet(EventReader::unavailable);
        }
        return failure instanceof ReplyException ? unavailable() : failure;
    }

    private static JsonApiException unavailable() {
        return SERVICE_UNAVAILABLE
                .because("Events currently cannot be read; try again.")
                .asException();
    }
}
