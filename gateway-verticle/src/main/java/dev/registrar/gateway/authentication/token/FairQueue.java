package dev.registrar.gateway.authentication.token;

import static dev.registrar.resource.error.ErrorCode.OVERLOADED;

import dev.registrar.resource.context.RequestContext;
import dev.registrar.resource.log.OccasionalWarning;
import io.micrometer.core.instrument.Counter;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Runs work for many clients with bounds: some of it at a time, some waits, and the rest is rejected. Clients take
 * turns, so a client with much work delays only itself. Belongs to one event loop.
 */
final class FairQueue {
    private final Vertx vertx;
    private final Bounds bounds;
    private final Counter rejections;
    private final OccasionalWarning warning;

    /** In the order of turns: the client whose turn was last comes last. */
    private final Map<String, Lane> lanes = new LinkedHashMap<>();

    private int running;
    private int waiting;

    /**
     * Creates an empty queue.
     *
     * @param rejections counts rejected work
     * @param warning logs it
     */
    FairQueue(Vertx vertx, Bounds bounds, Counter rejections, OccasionalWarning warning) {
        this.vertx = vertx;
        this.bounds = bounds;
        this.rejections = rejections;
        this.warning = warning;
    }

    /**
     * How much work runs at a time and how much may wait, in total and for one client.
     *
     * @param patience how long work may wait; after that, it is better if the client retries
     */
    record Bounds(int running, int runningOfClient, int waiting, int waitingOfClient, Duration patience) {}

    /** The work of one client; lanes without work are removed. */
    private static final class Lane {
        private final String client;
        private final Deque<Promise<Void>> turns = new ArrayDeque<>();
        private int running;

        Lane(String client) {
            this.client = client;
        }

        int length() {
            return turns.size();
        }
    }

    /**
     * Runs work when it is its turn.
     *
     * @return the result of the work; fails with {@code overloaded} if it does not fit or has waited too long
     */
    <T> Future<T> run(String client, Supplier<Future<T>> work) {
        var lane = lanes.getOrDefault(client, new Lane(client));
        if (!hasRoomFor(lane)) {
            return Future.failedFuture(overloaded());
        }
        var turn = Promise.<Void>promise();
        lanes.putIfAbsent(client, lane);
        lane.turns.add(turn);
        waiting++;
        startWork();
        if (!turn.future().isComplete()) {
            giveUpInTime(lane, turn);
        }
        return RequestContext.kept(turn.future())
                .compose(begun ->
                        Future.succeededFuture().compose(now -> work.get()).onComplete(done -> finish(lane)));
    }

    /** If the queue is full, the client with the most waiting work makes room. */
    private boolean hasRoomFor(Lane lane) {
        if (waiting < bounds.waiting()) {
            return lane.length() < bounds.waitingOfClient();
        }
        var longest = Collections.max(lanes.values(), Comparator.comparingInt(Lane::length));
        if (longest.length() <= lane.length() + 1) {
            return false;
        }
        giveUp(longest, longest.turns.getLast());
        return true;
    }

    private void startWork() {
        while (running < bounds.running()) {
            var next = lanes.values().stream().filter(this::mayStart).findFirst();
            if (next.isEmpty()) {
                return;
            }
            start(next.get());
        }
    }

    private boolean mayStart(Lane lane) {
        return !lane.turns.isEmpty() && lane.running < bounds.runningOfClient();
    }

    private void start(Lane lane) {
        lanes.remove(lane.client);
        lanes.put(lane.client, lane);
        lane.running++;
        running++;
        waiting--;
        lane.turns.remove().complete();
    }

    /** Starts the next work from the event loop, because work that completes immediately would otherwise nest. */
    private void finish(Lane lane) {
        lane.running--;
        running--;
        removeIdle(lane);
        if (waiting > 0) {
            vertx.runOnContext(next -> startWork());
        }
    }

    private void giveUpInTime(Lane lane, Promise<Void> turn) {
        var timer = vertx.setTimer(bounds.patience().toMillis(), late -> giveUp(lane, turn));
        turn.future().onComplete(decided -> vertx.cancelTimer(timer));
    }

    private void giveUp(Lane lane, Promise<Void> turn) {
        lane.turns.remove(turn);
        waiting--;
        removeIdle(lane);
        turn.fail(overloaded());
    }

    private void removeIdle(Lane lane) {
        if (lane.running == 0 && lane.turns.isEmpty()) {
            lanes.remove(lane.client);
        }
    }

    private RuntimeException overloaded() {
        var overloaded = OVERLOADED
                .because("Too many concurrent requests with new access tokens; retry after 1 s.")
                .asException();
        rejections.increment();
        warning.log(overloaded);
        return overloaded;
    }
}
