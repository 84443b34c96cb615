package dev.registrar.platform.concurrency;

import dev.registrar.platform.operations.RequestContext;
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
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A concurrency limit above which work waits for its turn; the rest is rejected. Clients take turns, so a client with
 * much work delays only itself. Use it on one event loop only.
 */
public final class FairQueue {
    private final Vertx vertx;
    private final Bounds bounds;
    private final Supplier<? extends Exception> rejection;

    /** In the order of turns: the client whose turn was last comes last. */
    private final Map<String, ClientQueue> queues = new LinkedHashMap<>();

    private int running;
    private int waiting;
    private boolean isStarting;

    /** Each rejected work fails with an error of its own. */
    public FairQueue(Vertx vertx, Bounds bounds, Supplier<? extends Exception> rejection) {
        this.vertx = vertx;
        this.bounds = bounds;
        this.rejection = rejection;
    }

    /** How much work runs at a time and how much may wait, in total and for one client. */
    public record Bounds(int running, int runningOfClient, int waiting, int waitingOfClient) {
        /** Bounds that a single client may use up while no other one has work. */
        public static Bounds inTotal(int running, int waiting) {
            return new Bounds(running, running, waiting, waiting);
        }
    }

    /** The work of one client; queues without work are removed. */
    private static final class ClientQueue {
        private final String client;
        private final Deque<Promise<Void>> turns = new ArrayDeque<>();
        private int running;

        ClientQueue(String client) {
            this.client = client;
        }
    }

    /**
     * Runs work when it is its turn.
     *
     * @param longestWait how long it may wait; empty if as long as it takes
     * @return the result of the work; fails, without starting it, if it does not fit or has waited too long
     */
    public <T> Future<T> run(String client, Optional<Duration> longestWait, Supplier<Future<T>> work) {
        var queue = queues.getOrDefault(client, new ClientQueue(client));
        if (!hasRoomFor(queue)) {
            return Future.failedFuture(rejection.get());
        }
        var turn = Promise.<Void>promise();
        queues.putIfAbsent(client, queue);
        queue.turns.add(turn);
        waiting++;
        startWork();
        if (!turn.future().isComplete()) {
            longestWait.ifPresent(wait -> giveUpAfter(wait, queue, turn));
        }
        return RequestContext.kept(turn.future())
                .compose(begun -> Future.<Void>succeededFuture()
                        .compose(own -> work.get())
                        .onComplete(done -> finish(queue)));
    }

    /** If the queue is full, the client with the most waiting work makes room. */
    private boolean hasRoomFor(ClientQueue queue) {
        if (waiting < bounds.waiting()) {
            return queue.turns.size() < bounds.waitingOfClient();
        }
        var longest = Collections.max(queues.values(), Comparator.comparingInt(queued -> queued.turns.size()));
        if (longest.turns.size() <= queue.turns.size() + 1) {
            return false;
        }
        giveUp(longest, longest.turns.getLast());
        return true;
    }

    /** Work that ends at once asks for the next one while this runs: it must not nest as deeply as there is work. */
    private void startWork() {
        if (isStarting) {
            return;
        }
        isStarting = true;
        try {
            for (var next = next(); next.isPresent(); next = next()) {
                start(next.get());
            }
        } finally {
            isStarting = false;
        }
    }

    private Optional<ClientQueue> next() {
        return running >= bounds.running()
                ? Optional.empty()
                : queues.values().stream().filter(this::mayStart).findFirst();
    }

    private boolean mayStart(ClientQueue queue) {
        return !queue.turns.isEmpty() && queue.running < bounds.runningOfClient();
    }

    private void start(ClientQueue queue) {
        queues.remove(queue.client);
        queues.put(queue.client, queue);
        queue.running++;
        running++;
        waiting--;
        queue.turns.remove().complete();
    }

    /**
     * The next work starts before others use the result of this one, such as by writing a response: its connection is
     * free.
     */
    private void finish(ClientQueue queue) {
        queue.running--;
        running--;
        removeIdle(queue);
        startWork();
    }

    private void giveUpAfter(Duration wait, ClientQueue queue, Promise<Void> turn) {
        var timer = vertx.setTimer(Math.max(1, wait.toMillis()), late -> giveUp(queue, turn));
        turn.future().onComplete(decided -> vertx.cancelTimer(timer));
    }

    private void giveUp(ClientQueue queue, Promise<Void> turn) {
        queue.turns.remove(turn);
        waiting--;
        removeIdle(queue);
        turn.fail(rejection.get());
    }

    private void removeIdle(ClientQueue queue) {
        if (queue.turns.isEmpty() && queue.running == 0) {
            queues.remove(queue.client);
        }
    }
}
