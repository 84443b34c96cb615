package dev.registrar.resource.database;

import io.vertx.core.Vertx;
import java.time.Duration;

/**
 * Bounds the wait for PostgreSQL. An event loop that was busy runs its timers late, and before it reads what has arrived
 * meanwhile. So it gets as much time again as it is late, to read replies that have arrived in time and take the next steps.
 */
final class ReplyTimer {
    private final Vertx vertx;
    private final Runnable silence;
    private final long due;
    private long timer;

    private ReplyTimer(Vertx vertx, Duration time, Runnable silence) {
        this.vertx = vertx;
        this.silence = silence;
        due = System.nanoTime() + time.toNanos();
        timer = vertx.setTimer(atLeastOne(time), over -> readReplies());
    }

    /** Runs something after this time, unless it is stopped before. */
    static ReplyTimer start(Vertx vertx, Duration time, Runnable silence) {
        return new ReplyTimer(vertx, time, silence);
    }

    private void readReplies() {
        var delay = Duration.ofNanos(System.nanoTime() - due);
        timer = vertx.setTimer(atLeastOne(delay), over -> silence.run());
    }

    /** The time in milliseconds. */
    private static long atLeastOne(Duration time) {
        return Math.max(1, time.toMillis());
    }

    void stop() {
        vertx.cancelTimer(timer);
    }
}
