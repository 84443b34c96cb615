package dev.registrar.gateway.benchmark;

import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/** Sends requests to a server over 32 connections. */
final class LoadGenerator {
    private static final int CONNECTIONS = 32;
    private static final int SIGNIFICANT_DIGITS = 3;

    private final int port;
    private final Supplier<byte[]> requests;
    private final int expectedStatus;

    LoadGenerator(int port, Supplier<byte[]> requests, int expectedStatus) {
        this.port = port;
        this.requests = requests;
        this.expectedStatus = expectedStatus;
    }

    /**
     * What the server has done.
     *
     * @param failures responses with another status than expected
     * @param latencies in nanoseconds, of all other responses
     */
    record Load(Duration time, long failures, Histogram latencies) {
        double requestsPerSecond() {
            return latencies.getTotalCount() / (time.toNanos() / 1e9);
        }
    }

    /** The times at which requests are to be sent, for all connections together. */
    private interface Schedule {
        long next();
    }

    /** Sends the next request on each connection as soon as the response has arrived. */
    Load saturate(Duration duration) throws InterruptedException {
        return run(duration, System::nanoTime);
    }

    /**
     * Sends requests at a constant rate, however fast the responses are. A latency begins when the request should have been
     * sent: the time that it waits for a free connection, because earlier responses are late, is not omitted.
     */
    Load atRate(double requestsPerSecond, Duration duration) throws InterruptedException {
        var interval = 1e9 / requestsPerSecond;
        var start = System.nanoTime();
        var sent = new AtomicLong();
        return run(duration, () -> start + (long) (sent.getAndIncrement() * interval));
    }

    private Load run(Duration duration, Schedule schedule) throws InterruptedException {
        var start = System.nanoTime();
        var end = start + duration.toNanos();
        var failures = new AtomicLong();
        var latencies = new Histogram(SIGNIFICANT_DIGITS);
        var threads = Executors.newFixedThreadPool(CONNECTIONS);
        try {
            Callable<Histogram> connection = () -> send(schedule, end, failures);
            for (var result : threads.invokeAll(Collections.nCopies(CONNECTIONS, connection))) {
                latencies.add(result.get());
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("A connection was lost", e);
        } finally {
            threads.shutdownNow();
        }
        return new Load(Duration.ofNanos(System.nanoTime() - start), failures.get(), latencies);
    }

    private Histogram send(Schedule schedule, long end, AtomicLong failures) throws IOException {
        var latencies = new Histogram(SIGNIFICANT_DIGITS);
        try (var connection = new HttpConnection(port)) {
            for (var start = schedule.next(); start < end; start = schedule.next()) {
                awaitTime(start);
                var status = connection.send(requests.get());
                if (status == expectedStatus) {
                    latencies.recordValue(System.nanoTime() - start);
                } else {
                    failures.incrementAndGet();
                }
            }
        }
        return latencies;
    }

    private static void awaitTime(long time) {
        for (var rest = time - System.nanoTime(); rest > 0; rest = time - System.nanoTime()) {
            LockSupport.parkNanos(rest);
        }
    }
}
