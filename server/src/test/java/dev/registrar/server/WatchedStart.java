package dev.registrar.server;

import dev.registrar.gateway.testing.Service;
import dev.registrar.platform.testing.Await;
import dev.registrar.server.node.Deployment;
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
 * Starts the service in a JVM that has not loaded its classes, and logs the longest time that a task occupied an event loop:
 * in CPU time, so that other load on this machine makes no difference.
 */
final class WatchedStart {
    /** The pattern of the log message; its first group is the time in milliseconds. */
    static final String LONGEST_TASK = "The longest task on an event loop computed for (\\d+) ms";

    private static final Logger LOG = LoggerFactory.getLogger(WatchedStart.class);
    private static final Duration SAMPLING_INTERVAL = Duration.ofMillis(2);

    private static final int MANY_THREADS = 1_000;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final Map<VertxThread, Task> tasks = new HashMap<>();
    private long longest;

    private WatchedStart() {}

    /** The task that an event loop has been running since a time; 0 if it is idle. */
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
