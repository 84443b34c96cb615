package dev.registrar.platform.operations;

import io.netty.channel.EventLoopGroup;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.shareddata.Shareable;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The event loops of a node, and whether one of them is late, because the node has too much to do: then it does not
 * read in time what others have sent. Thread-safe.
 *
 * <p>Uses an internal class of Vert.x, until a public one gives access to all event loops.
 */
public final class EventLoops implements Shareable {
    private static final Duration INTERVAL = Duration.ofMillis(500);
    private static final Duration LATE = Duration.ofMillis(100);

    private volatile long latestDelay = System.nanoTime() - Duration.ofDays(1).toNanos();

    private EventLoops() {}

    public static EventLoopGroup all(Vertx vertx) {
        return ((VertxInternal) vertx).getEventLoopGroup();
    }

    /** The event loops of a node, whose delays are measured from now on. */
    public static EventLoops measured(Vertx vertx) {
        return vertx.sharedData()
                .<String, EventLoops>getLocalMap(EventLoops.class.getName())
                .computeIfAbsent("", first -> {
                    var loops = new EventLoops();
                    loops.measure(vertx);
                    return loops;
                });
    }

    private void measure(Vertx vertx) {
        for (var loop : all(vertx)) {
            var last = new AtomicLong(System.nanoTime());
            var unused = loop.scheduleWithFixedDelay(
                    () -> record(Duration.ofNanos(System.nanoTime() - last.getAndSet(System.nanoTime()))),
                    INTERVAL.toMillis(),
                    INTERVAL.toMillis(),
                    TimeUnit.MILLISECONDS);
        }
    }

    private void record(Duration sinceLast) {
        if (sinceLast.minus(INTERVAL).compareTo(LATE) > 0) {
            latestDelay = System.nanoTime();
        }
    }

    public boolean wereLateWithin(Duration time) {
        return System.nanoTime() - latestDelay < time.toNanos();
    }
}
