package dev.registrar.gateway.events;

import static dev.registrar.resource.error.ErrorCode.TOO_MANY_FOLLOWERS;

import dev.registrar.platform.operations.NodeMetrics;
import dev.registrar.platform.operations.OccasionalWarning;
import dev.registrar.platform.operations.RequestContext;
import dev.registrar.platform.time.Deadline;
import dev.registrar.platform.time.Repeat;
import dev.registrar.resource.error.JsonApiException;
import io.micrometer.core.instrument.Counter;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The clients that wait for events, and the next events for each. Use it on one event loop only. */
final class Followers {
    private static final Logger LOG = LoggerFactory.getLogger(Followers.class);

    private final Vertx vertx;
    private final EventReader reader;
    private final RecentEvents recent;
    private final int limit;
    private final Duration timeoutOfReading;
    private final OccasionalWarning failures;
    private final AtomicInteger ofNode;
    private final Counter rejections;
    private final Set<Follower> waiting = new LinkedHashSet<>();
    private boolean isEnding;

    /** A client that waits for events. */
    interface Follower {
        /** Shows a client that expects it that the connection still works, and checks whether it may still follow. */
        default void sendHeartbeat() {}

        /** Ends the response, because this server stops. */
        void end();
    }

    Followers(
            Vertx vertx,
            EventReader reader,
            RecentEvents recent,
            int limit,
            Duration timeoutOfReading,
            Duration heartbeatInterval) {
        this.vertx = vertx;
        this.reader = reader;
        this.recent = recent;
        this.limit = limit;
        this.timeoutOfReading = timeoutOfReading;
        failures = new OccasionalWarning(vertx, LOG, "Clients wait for events that currently cannot be read");
        var metrics = NodeMetrics.of(vertx);
        ofNode = metrics.count("registrar.events.followers", "Clients that wait for events over HTTP");
        rejections = metrics.rejections("followers");
        vertx.setPeriodic(Math.max(1, heartbeatInterval.toMillis()), due -> {
            List.copyOf(waiting).forEach(Follower::sendHeartbeat);
            recent.announceChange();
        });
    }

    /**
     * Checks that one more client may wait.
     *
     * @throws JsonApiException {@code too_many_followers} if too many wait already
     */
    void requireRoom() {
        if (waiting.size() >= limit) {
            throw reject();
        }
    }

    /** Counts a client that may not wait, and returns its error, {@code too_many_followers}. */
    JsonApiException reject() {
        rejections.increment();
        return TOO_MANY_FOLLOWERS
                .because("Too many clients wait for events here; retry after 10 s, or without waiting.")
                .asException();
    }

    /** Adds a client that waits; if this server stops, its response ends at once. */
    void add(Follower follower) {
        if (waiting.add(follower)) {
            ofNode.incrementAndGet();
        }
        if (isEnding) {
            follower.end();
        }
    }

    void remove(Follower follower) {
        if (waiting.remove(follower)) {
            ofNode.decrementAndGet();
        }
    }

    /** Tells the operator of a failure that a client does not get to know, because it only waits longer. */
    void warn(Throwable failure) {
        failures.log(failure);
    }

    /**
     * Ends all responses. Those that begin later end at once.
     *
     * @return completes when the sources are no longer followed
     */
    Future<Void> end() {
        isEnding = true;
        List.copyOf(waiting).forEach(Follower::end);
        return recent.stop();
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

    /**
     * Waits for events after an empty page.
     *
     * @return the next events, or an empty page when the time is over or this server stops; fails like {@link
     *     #requireRoom}
     */
    Future<EventPage> await(RoutingContext context, EventQuery query, EventPage empty, Duration time) {
        requireRoom();
        var response = Promise.<EventPage>promise();
        var latest = new AtomicReference<>(empty);
        Follower poll = () -> response.tryComplete(latest.get());
        add(poll);
        var timer = vertx.setTimer(Math.max(1, time.toMillis()), over -> poll.end());
        context.addEndHandler(disconnected -> poll.end());
        BooleanSupplier isOver = response.future()::isComplete;
        // The next events may not be for this client.
        Repeat.until(
                        page -> isOver.getAsBoolean() || !page.events().isEmpty(),
                        empty,
                        page -> next(page.next(), query, isOver).onSuccess(latest::set))
                .onSuccess(response::tryComplete)
                .onFailure(response::tryFail);
        return RequestContext.kept(response.future()).onComplete(done -> {
            vertx.cancelTimer(timer);
            remove(poll);
        });
    }

    /** The next events; if there are none, empty as soon as there may be some. */
    private Future<Optional<EventPage>> readOrWait(EventPosition after, EventQuery query, BooleanSupplier isOver) {
        var change = recent.change();
        return reader.read(after, query, Deadline.in(timeoutOfReading)).compose(page -> {
            if (!page.next().equals(after) || page.hasMore() || isOver.getAsBoolean()) {
                return Future.succeededFuture(Optional.of(page));
            }
            return change.map(Optional.empty());
        });
    }
}
