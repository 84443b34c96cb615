package dev.registrar.server.benchmark;

import static java.nio.channels.SelectionKey.OP_READ;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/** Sends requests to a server over several connections, from one thread. */
final class LoadGenerator {
    private static final int SIGNIFICANT_DIGITS = 3;

    private final int connections;
    private final int port;
    private final Supplier<byte[]> requests;
    private final Set<Integer> expectedStatuses;

    LoadGenerator(int connections, int port, Supplier<byte[]> requests, Set<Integer> expectedStatuses) {
        this.connections = connections;
        this.port = port;
        this.requests = requests;
        this.expectedStatuses = expectedStatuses;
    }

    /**
     * What the server has done.
     *
     * @param latencies in nanoseconds, of responses with an expected status
     * @param failures responses with any other status
     * @param firstUnexpected the status and the body of the first response without an expected status, if there was one
     */
    record Load(Duration time, Histogram latencies, long failures, Optional<String> firstUnexpected) {
        double requestsPerSecond() {
            return latencies.getTotalCount() / (time.toNanos() / 1e9);
        }
    }

    /** Sends the next request on each connection as soon as the response has arrived. */
    Load saturate(Duration duration) throws IOException {
        try (var period = new Period(duration, (number, now) -> now)) {
            return period.run();
        }
    }

    /**
     * Sends requests at a constant rate, however fast the responses are. A latency begins when the request should have been
     * sent: the time that it waits for a free connection, because earlier responses are late, is not omitted.
     */
    Load atRate(double requestsPerSecond, Duration duration) throws IOException {
        var interval = 1e9 / requestsPerSecond;
        var start = System.nanoTime();
        try (var period = new Period(duration, (number, now) -> start + (long) (number * interval))) {
            var clock = new Thread(period::wakeUpOnTime);
            clock.start();
            return period.run();
        }
    }

    /** The time at which the request with this number is to be sent. */
    private interface Schedule {
        long time(long number, long now);
    }

    /** A connection, and since when its request has been waiting for its response. */
    private static final class Exchange {
        private final HttpConnection connection;
        private long start;

        Exchange(HttpConnection connection) {
            this.connection = connection;
        }
    }

    private final class Period implements AutoCloseable {
        private final Schedule schedule;
        private final Selector selector = Selector.open();
        private final Queue<Exchange> idle = new ArrayDeque<>();
        private final long start = System.nanoTime();
        private final long end;
        private final Histogram latencies = new Histogram(SIGNIFICANT_DIGITS);
        private long sent;
        private long failures;
        private Optional<String> firstUnexpected = Optional.empty();

        Period(Duration duration, Schedule schedule) throws IOException {
            this.schedule = schedule;
            end = start + duration.toNanos();
            for (var number = 0; number < connections; number++) {
                var exchange = new Exchange(new HttpConnection(port));
                exchange.connection.channel().configureBlocking(false).register(selector, OP_READ, exchange);
                idle.add(exchange);
            }
        }

        Load run() throws IOException {
            sendDue();
            while (idle.size() < connections || schedule.time(sent, System.nanoTime()) < end) {
                var unused = selector.select(this::receive);
                sendDue();
            }
            return new Load(Duration.ofNanos(System.nanoTime() - start), latencies, failures, firstUnexpected);
        }

        private void sendDue() throws IOException {
            var now = System.nanoTime();
            for (var time = schedule.time(sent, now);
                    time <= now && time < end && !idle.isEmpty();
                    time = schedule.time(sent, now)) {
                var exchange = idle.remove();
                exchange.start = time;
                exchange.connection.send(requests.get());
                sent++;
            }
        }

        private void receive(SelectionKey key) {
            var exchange = (Exchange) key.attachment();
            try {
                if (exchange.connection.receive()) {
                    count(exchange);
                    idle.add(exchange);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void count(Exchange exchange) {
            var latency = System.nanoTime() - exchange.start;
            var status = exchange.connection.status();
            if (expectedStatuses.contains(status)) {
                latencies.recordValue(latency);
                return;
            }
            if (firstUnexpected.isEmpty()) {
                firstUnexpected = Optional.of(status + " " + exchange.connection.body());
            }
            failures++;
        }

        /** Ends the wait of the other thread whenever a request is due. */
        void wakeUpOnTime() {
            for (var number = 0L; schedule.time(number, start) < end && selector.isOpen(); number++) {
                awaitTime(schedule.time(number, start));
                selector.wakeup();
            }
        }

        @Override
        public void close() throws IOException {
            for (var key : selector.keys()) {
                ((Exchange) key.attachment()).connection.close();
            }
            selector.close();
        }
    }

    private static void awaitTime(long time) {
        for (var rest = time - System.nanoTime(); rest > 0; rest = time - System.nanoTime()) {
            LockSupport.parkNanos(rest);
        }
    }
}
