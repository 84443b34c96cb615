package dev.registrar.gateway.events;

import static dev.registrar.resource.error.ErrorCode.TOO_MANY_FOLLOWERS;

import dev.registrar.platform.operations.NodeMetrics;
import dev.registrar.resource.error.JsonApiException;
import io.micrometer.core.instrument.Counter;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** The clients that wait for events. Use it on one event loop only. */
final class Followers {
    private final int limit;
    private final AtomicInteger ofNode;
    private final Counter rejections;
    private final Set<Follower> waiting = new LinkedHashSet<>();
    private boolean isEnding;

    /** A client that waits for events. */
    interface Follower {
        /** Shows the client that the connection still works, and checks whether the client may still follow. */
        void sendHeartbeat();

        /** Ends the response, because this server stops. */
        void end();
    }

    Followers(Vertx vertx, RecentEvents recent, int limit, Duration heartbeatInterval) {
        this.limit = limit;
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

    /** Ends all responses. Those that begin later end at once. */
    void end() {
        isEnding = true;
        List.copyOf(waiting).forEach(Follower::end);
    }
}
