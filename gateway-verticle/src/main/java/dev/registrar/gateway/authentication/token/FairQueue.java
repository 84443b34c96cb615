package dev.registrar.gateway.authentication.token;

import static dev.registrar.resource.error.ErrorCode.OVERLOADED;

import dev.registrar.resource.log.OccasionalWarning;
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
 * Work for many clients: some of it is done at a time, some waits, and the rest is refused. Clients take turns, so one who
 * brings much waits for that alone. Belongs to one event loop.
 */
final class FairQueue {
    private final Vertx vertx;
    private final Bounds bounds;
    private final OccasionalWarning warning;

    /** Those whose turn it was last are the last ones. */
    private final Map<String, Lane> lanes = new LinkedHashMap<>();

    private int running;
    private int waiting;

    /**
     * An empty queue.
     *
     * @param warning told of work that is refused
     */
    FairQueue(Vertx vertx, Bounds bounds, OccasionalWarning warning) {
        this.vertx = vertx;
        this.bounds = bounds;
        this.warning = warning;
    }

    /**
     * How much work is done at a time and how much waits: in all, and of one client.
     *
     * @param patience how long it waits: after that, a client is better told to come again
     */
    record Bounds(int running, int runningOfClient, int waiting, int waitingOfClient, Duration patience) {}

    /** The work of one client; there are only lanes with some. */
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
     * Does some work when it is its turn.
     *
     * @return what the work brings; fails with {@code overloaded} when it does not fit, or has waited for too long
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
        return turn.future()
                .compose(begun ->
                        Future.succeededFuture().compose(now -> work.get()).onComplete(done -> finish(lane)));
    }

    /** Room is made, where there is none, by whoever waits for most. */
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

    /** The next work is started from the event loop: one that is done at once would be within the one before. */
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
        warning.tell(overloaded);
        return overloaded;
    }
}
