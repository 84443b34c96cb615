package dev.registrar.server.benchmark;

import dev.registrar.server.benchmark.LoadGenerator.Load;
import java.io.IOException;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** Offers the service many times the registrations that it can process. */
final class Overload {
    private static final Shape SHAPE = Shape.POST_REGISTRATION;
    private static final int FULL_LOAD_CONNECTIONS = 32;

    /** So many that requests are sent on time, although others wait for their responses. */
    private static final int OVERLOAD_CONNECTIONS = 2_000;

    private final Options options;
    private final ServerProcess server;
    private final Sample sample;

    Overload(Options options, ServerProcess server, Sample sample) {
        this.options = options;
        this.server = server;
        this.sample = sample;
    }

    /** Returns the results as a Markdown table. */
    String measure() throws IOException {
        var full = generator(FULL_LOAD_CONNECTIONS);
        var unused = full.saturate(options.warmUp());
        var before = full.saturate(options.period());
        // Rejections need a warm-up, too.
        unused = overload(before);
        var overload = overload(before);
        var after = full.saturate(options.period());
        return """
            | POST registration | accepted/s | p50 ms | p99 ms | rejected/s | p50 ms | p99 ms | other |
            |---|---|---|---|---|---|---|---|
            """ + row("full load", before)
                + row("%s times as much".formatted(options.times()), overload)
                + row("full load afterwards", after)
                + "%nMemory: %s MB%n".formatted(server.residentMegabytes());
    }

    private Load overload(Load full) throws IOException {
        return generator(OVERLOAD_CONNECTIONS).atRate(options.times() * full.requestsPerSecond(), options.period());
    }

    private LoadGenerator generator(int connections) {
        return new LoadGenerator(
                connections, server.port(), SHAPE.requests(sample, Contestants.BASIC), SHAPE.expectedStatus());
    }

    private static String row(String name, Load load) {
        return String.format(
                Locale.ROOT,
                "| %s | %,.0f | %s | %,.0f | %s | %s |%n",
                name,
                load.requestsPerSecond(),
                percentiles(load.latencies()),
                load.rejectionsPerSecond(),
                percentiles(load.rejections()),
                load.failures());
    }

    private static String percentiles(Histogram latencies) {
        return String.format(
                Locale.ROOT,
                "%.0f | %.0f",
                latencies.getValueAtPercentile(50) / 1e6,
                latencies.getValueAtPercentile(99) / 1e6);
    }
}
