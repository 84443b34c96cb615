package dev.registrar.gateway.authentication;

import static dev.registrar.resource.error.ErrorCode.OVERLOADED;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Work for many clients: some of it is done at a time, some waits, and the rest is refused. Clients take turns, so one who
 * brings much waits for that alone. Belongs to one event loop.
 */
final class FairQueue {
    /** After that, the client is better told to come again. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

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

    /** How much work is done at a time and how much waits: in all, and of one client. */
    record Bounds(int running, int runningOfClient, int waiting, int waitingOfClient) {}

    /** The work of one client; there are only lanes with some. */
    private static final class Lane {
        private final Deque<Promise<Void>> turns = new ArrayDeque<>();
        private int running;

        boolean isIdle() {
            return running == 0 && turns.isEmpty();
        }
    }

    /**
     * Does some work when it is its turn.
     *
     * @return what the work brings; fails with {@code overloaded} when it does not fit, or has waited for too long
     */
    <T> Future<T> run(String client, Supplier<Future<T>> work) {
        var lane = lanes.getOrDefault(client, new Lane());
        if (waiting >= bounds.waiting() || lane.turns.size() >= bounds.waitingOfClient()) {
            return Future.failedFuture(overloaded());
        }
        var turn = Promise.<Void>promise();
        lane.turns.add(turn);
        lanes.putIfAbsent(client, lane);
        waiting++;
        startWork();
        if (!turn.future().isComplete()) {
            giveUpInTime(client, turn);
        }
        return turn.future()
                .compose(begun ->
                        Future.succeededFuture().compose(now -> work.get()).onComplete(done -> finish(client)));
    }

    private void startWork() {
        while (running < bounds.running()) {
            var next = lanes.entrySet().stream()
                    .filter(entry -> mayStart(entry.getValue()))
                    .findFirst();
            if (next.isEmpty()) {
                return;
            }
            start(next.get().getKey(), next.get().getValue());
        }
    }

    private boolean mayStart(Lane lane) {
        return !lane.turns.isEmpty() && lane.running < bounds.runningOfClient();
    }

    private void start(String client, Lane lane) {
        lanes.remove(client);
        lanes.put(client, lane);
        lane.running++;
        running++;
        waiting--;
        lane.turns.remove().complete();
    }

    /** The next work is started from the event loop: one that is done at once would be within the one before. */
    private void finish(String client) {
        var lane = lanes.get(client);
        lane.running--;
        running--;
        removeIdle(client, lane);
        if (waiting > 0) {
            vertx.runOnContext(next -> startWork());
        }
    }

    private void giveUpInTime(String client, Promise<Void> turn) {
        var timer = vertx.setTimer(PATIENCE.toMillis(), late -> {
            var lane = lanes.get(client);
            lane.turns.remove(turn);
            waiting--;
            removeIdle(client, lane);
            turn.fail(overloaded());
        });
        turn.future().onSuccess(begun -> vertx.cancelTimer(timer));
    }

    private void removeIdle(String client, Lane lane) {
        if (lane.isIdle()) {
            lanes.remove(client);
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
