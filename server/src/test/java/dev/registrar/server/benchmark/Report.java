package dev.registrar.server.benchmark;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The results of one shape as rows of a Markdown table: each compares a server with the reference. */
record Report(List<Result> results) {
    static final String HEADER = """
        | courses | request | server / reference | requests/s | ratio | CPU µs | of PostgreSQL | p50 ms | p99 ms | ratio | MB |
        |---|---|---|---|---|---|---|---|---|---|---|
        """;

    String rows() {
        return results.stream()
                .filter(result -> !result.contestant().equals(Contestants.REFERENCE))
                .map(this::row)
                .collect(Collectors.joining());
    }

    private String row(Result result) {
        var cells = List.of(
                String.format(Locale.ROOT, "%,d", result.courses()),
                result.shape().title(),
                result.contestant() + (result.failures() == 0 ? "" : " (%s failed)".formatted(result.failures())),
                both("%,.0f", result, Result::requestsPerSecond),
                String.format(Locale.ROOT, "%.2f", ratio(result, Result::requestsPerSecond)),
                both("%.0f", result, Result::serverMicros),
                both("%.0f", result, Result::databaseMicros),
                both("%.2f", result, each -> each.p50Micros() / 1e3),
                both("%.2f", result, each -> each.p99Micros() / 1e3),
                String.format(Locale.ROOT, "%.2f", ratio(result, Result::p99Micros)),
                both("%.0f", result, Result::megabytes));
        return "| " + String.join(" | ", cells) + " |\n";
    }

    private String both(String format, Result result, ToDoubleFunction<Result> value) {
        return String.format(
                Locale.ROOT, format + " / " + format, value.applyAsDouble(result), value.applyAsDouble(reference()));
    }

    private double ratio(Result result, ToDoubleFunction<Result> value) {
        return value.applyAsDouble(result) / value.applyAsDouble(reference());
    }

    private Result reference() {
        return results.stream()
                .filter(other -> other.contestant().equals(Contestants.REFERENCE))
                .findFirst()
                .orElseThrow();
    }
}
