package dev.registrar.server.benchmark;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Measures how long servers take from the start of their process to their first response. */
final class Starts {
    private Starts() {}

    /** A way to start a server, until it listens. */
    interface Start {
        ServerProcess run() throws IOException;
    }

    /** Returns the median over the rounds, after one in which the service archives its classes for later starts. */
    static Duration median(Start start, byte[] request, int rounds) throws IOException {
        List<Duration> times = new ArrayList<>();
        for (var round = 0; round <= rounds; round++) {
            times.add(measure(start, request));
        }
        return times.stream().skip(1).sorted().skip(rounds / 2).findFirst().orElseThrow();
    }

    private static Duration measure(Start start, byte[] request) throws IOException {
        var begin = System.nanoTime();
        try (var server = start.run();
                var connection = new HttpConnection(server.port())) {
            var status = connection.exchange(request);
            if (status != 200) {
                throw new IllegalStateException("The first response has status " + status);
            }
            return Duration.ofNanos(System.nanoTime() - begin);
        }
    }
}
