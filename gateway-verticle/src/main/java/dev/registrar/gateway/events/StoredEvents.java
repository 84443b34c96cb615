package dev.registrar.gateway.events;

import static dev.registrar.resource.error.ErrorCode.EVENTS_REMOVED;
import static dev.registrar.resource.error.ErrorCode.POSITION_UNKNOWN;
import static dev.registrar.resource.error.ErrorCode.SERVICE_UNAVAILABLE;

import dev.registrar.gateway.contract.ContractEvents.Source;
import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.bus.ErrorReplyException;
import dev.registrar.resource.concurrency.FairQueue;
import dev.registrar.resource.concurrency.FairQueue.Bounds;
import dev.registrar.resource.error.ErrorCode;
import dev.registrar.resource.error.JsonApiError;
import dev.registrar.resource.events.following.EventSource;
import dev.registrar.resource.time.Deadline;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.ReplyException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads the stored events of the sources, and explains failures to clients. One read of each source runs at a time, the others
 * wait their turn: all reads of a node share a few connections to the database, and clients that catch up, of which there
 * may be many, must not take them from reads of resources. Use it on one event loop only.
 */
final class StoredEvents {
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
    private final Map<String, FairQueue> queues = new HashMap<>();

    StoredEvents(Vertx vertx) {
        this.vertx = vertx;
    }

    /** The position after all events of a source; whoever reads resources afterwards sees all changes up to it. */
    Future<Long> latest(Source source, Caller caller, Deadline deadline) {
        return inTurn(
                source,
                caller,
                deadline,
                stored -> stored.latest(deadline.left()).map(Long::valueOf));
    }

    /**
     * The next events of a source.
     *
     * @param after empty to begin with the oldest stored event
     * @return fails with {@code events_removed} or {@code position_unknown} if the source cannot continue there
     */
    Future<EventPage.OfSource> read(
            Source source, Optional<Long> after, EventSelection selection, int limit, Deadline deadline) {
        var types = selection.typesOf(source);
        return inTurn(
                source,
                selection.caller(),
                deadline,
                stored -> stored.after(after.map(String::valueOf), types, limit, deadline.left())
                        .map(batch -> pageOf(source, batch)));
    }

    private static EventPage.OfSource pageOf(Source source, EventSource.Batch batch) {
        return new EventPage.OfSource(
                batch.events().stream()
                        .map(event -> PublishedEvent.of(source, event))
                        .toList(),
                Long.parseLong(batch.position()),
                batch.mayHaveMore());
    }

    private <T> Future<T> inTurn(
            Source source, Caller caller, Deadline deadline, Function<EventSource, Future<T>> read) {
        return queues.computeIfAbsent(
                        source.name(),
                        first -> new FairQueue(
                                vertx, ONE_AT_A_TIME, () -> unavailable().asException()))
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
                    .map(gap -> gap.because(GAPS.get(gap) + START_ANEW))
                    .orElseGet(StoredEvents::unavailable)
                    .asException();
        }
        return failure instanceof ReplyException ? unavailable().asException() : failure;
    }

    private static JsonApiError unavailable() {
        return SERVICE_UNAVAILABLE.because("Events cannot be read now; try again.");
    }
}
