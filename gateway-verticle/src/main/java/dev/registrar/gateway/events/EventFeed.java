package dev.registrar.gateway.events;

import dev.registrar.platform.operations.OccasionalWarning;
import dev.registrar.platform.time.Deadline;
import dev.registrar.platform.time.Repeat;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits for the next events. Use it on one event loop only. */
final class EventFeed {
    private static final Logger LOG = LoggerFactory.getLogger(EventFeed.class);

    private static final long PAUSE_MILLIS = 50;

    private final Vertx vertx;
    private final EventReader reader;
    private final RecentEvents recent;
    private final Duration timeoutOfReading;
    private final OccasionalWarning failures;

    EventFeed(Vertx vertx, EventReader reader, RecentEvents recent, Duration timeoutOfReading) {
        this.vertx = vertx;
        this.reader = reader;
        this.recent = recent;
        this.timeoutOfReading = timeoutOfReading;
        failures = new OccasionalWarning(vertx, LOG, "Clients wait for events that cannot be read now");
    }

    /**
     * The next events after a position, as soon as there are any.
     *
     * @param isOver whether nobody waits for them any longer
     * @return a page that is not empty, unless the wait is over or the position has moved; it may take forever
     */
    Future<EventPage> next(EventPosition after, EventQuery query, BooleanSupplier isOver) {
        recent.start();
        return Repeat.until(Optional::isPresent, Optional.<EventPage>empty(), none -> readOrWait(after, query, isOver))
                .map(Optional::orElseThrow);
    }

    /** Tells the operator of a failure that a client does not get to know, because it only waits longer. */
    void warn(Throwable failure) {
        failures.log(failure);
    }

    /** The next events; if there are none, empty as soon as there may be some. */
    private Future<Optional<EventPage>> readOrWait(EventPosition after, EventQuery query, BooleanSupplier isOver) {
        var change = recent.change();
        return reader.read(after, query, Deadline.in(timeoutOfReading)).compose(page -> {
            if (!page.next().equals(after) || page.hasMore() || isOver.getAsBoolean()) {
                return Future.succeededFuture(Optional.of(page));
            }
            // Events between its last read and the first ones in memory would not be announced.
            var chance = recent.isPast(after, query) ? vertx.timer(PAUSE_MILLIS) : change;
            return chance.map(Optional.empty());
        });
    }
}
