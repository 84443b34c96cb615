package dev.registrar.gateway.benchmark;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Results as a Markdown table. Ratios are to the reference. */
record Report(List<Result> results) {
    static final String HEADER = """
        | courses | request | server | requests/s | ratio | CPU µs | of PostgreSQL | p50 ms | p99 ms | ratio | MB |
        |---|---|---|---|---|---|---|---|---|---|---|
        """;

    String rows() {
        return results.stream().map(this::row).collect(Collectors.joining());
    }

    private String row(Result result) {
        var reference = reference(result);
        return String.format(
                Locale.ROOT,
                "| %,d | %s | %s | %,.0f%s | %.2f | %.0f | %.0f | %.2f | %.2f | %.2f | %.0f |%n",
                result.courses(),
                result.shape().title(),
                result.contestant(),
                result.requestsPerSecond(),
                result.failures() == 0 ? "" : " (%,d failed)".formatted(result.failures()),
                result.requestsPerSecond() / reference.requestsPerSecond(),
                result.serverMicros(),
                result.databaseMicros(),
                result.p50Micros() / 1e3,
                result.p99Micros() / 1e3,
                result.p99Micros() / reference.p99Micros(),
                result.megabytes());
    }

    /** Returns the result of the reference for the same requests. */
    Result reference(Result result) {
        return results.stream()
                .filter(other -> other.courses() == result.courses()
                        && other.shape() == result.shape()
                        && other.contestant().equals(Contestants.REFERENCE))
                .findFirst()
                .orElseThrow();
    }
}
