package dev.registrar.gateway.launcher;

import dev.registrar.gateway.launcher.node.Deployment;
import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Service;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxThread;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the service, in a JVM that knows none of its classes yet, and tells how long a task on an event loop has computed at
 * most: in CPU time, so that the other work of this machine makes no difference.
 */
final class WatchedStart {
    /** What it tells, with the milliseconds as the first group. */
    static final String LONGEST_TASK = "The longest task on an event loop computed for (\\d+) ms";

    private static final Logger LOG = LoggerFactory.getLogger(WatchedStart.class);
    private static final Duration SAMPLING_INTERVAL = Duration.ofMillis(2);

    private static final int MANY_THREADS = 1_000;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final Map<VertxThread, Task> tasks = new HashMap<>();
    private long longest;

    private WatchedStart() {}

    /** What an event loop does since a time, of which it may do nothing now. */
    private record Task(long since, long cpuTimeAtFirst) {}

    public static void main(String[] arguments) {
        var watch = new WatchedStart();
        var sampler = new Thread(watch::sample, "sampler");
        sampler.setDaemon(true);
        sampler.start();
        var configuration = Service.configuration(System.getenv("REGISTRAR_DATABASE_URI"));
        Await.success(new Deployment(Vertx.vertx(), configuration).start());
        LOG.info(LONGEST_TASK.replace("(\\d+)", "{}"), watch.longestMillis());
        System.exit(0);
    }

    private void sample() {
        var all = new Thread[MANY_THREADS];
        while (true) {
            Arrays.stream(all, 0, Thread.enumerate(all))
                    .filter(VertxThread.class::isInstance)
                    .map(VertxThread.class::cast)
                    .filter(thread -> !thread.isWorker())
                    .forEach(this::sample);
            LockSupport.parkNanos(SAMPLING_INTERVAL.toNanos());
        }
    }

    private synchronized void sample(VertxThread eventLoop) {
        var since = eventLoop.startTime();
        var cpuTime = threads.getThreadCpuTime(eventLoop.getId());
        var task = tasks.get(eventLoop);
        if (task == null || task.since() != since) {
            tasks.put(eventLoop, new Task(since, cpuTime));
        } else if (since != 0) {
            longest = Math.max(longest, cpuTime - task.cpuTimeAtFirst());
        }
    }

    private synchronized long longestMillis() {
        return Duration.ofNanos(longest).toMillis();
    }
}
