package dev.registrar.server.benchmark;

import dev.registrar.server.benchmark.Contestants.Contestant;
import dev.registrar.server.benchmark.LoadGenerator.Load;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Measures one shape in rounds, in which the contestants take turns; only one server runs at a time. */
final class Rounds {
    private static final int CONNECTIONS = 32;
    private static final Duration SETTLING = Duration.ofMillis(500);

    private final Options options;
    private final BenchmarkDatabase database;
    private final Contestants contestants;
    private final Sample sample;

    Rounds(Options options, BenchmarkDatabase database, Contestants contestants) throws SQLException {
        this.options = options;
        this.database = database;
        this.contestants = contestants;
        sample = database.sample();
    }

    /** One period of full load. */
    private record Saturated(Load load, Duration server, Duration database, int megabytes) {
        double serverMicros() {
            return micros(server);
        }

        double databaseMicros() {
            return micros(database);
        }

        private double micros(Duration time) {
            return time.toNanos() / 1e3 / load.latencies().getTotalCount();
        }
    }

    /** The CPU time of processes so far, by process id. */
    private record Usage(Map<Long, Duration> processes) {

        /** Returns the CPU time of a process and its descendants, such as those of PostgreSQL. */
        static Usage of(ProcessHandle process) {
            return new Usage(Stream.concat(Stream.of(process), process.descendants())
                    .collect(Collectors.toMap(
                            ProcessHandle::pid,
                            each -> each.info().totalCpuDuration().orElse(Duration.ZERO))));
        }

        /** Returns the CPU time since an earlier one. */
        Duration since(Usage earlier) {
            return processes.entrySet().stream()
                    .map(process ->
                            process.getValue().minus(earlier.processes.getOrDefault(process.getKey(), Duration.ZERO)))
                    .reduce(Duration.ZERO, Duration::plus);
        }
    }

    List<Result> measure(Shape shape) throws Exception {
        var participants = contestants.of(shape);
        contestants.runAll();
        SameDocuments.require(shape, sample, participants);
        for (var contestant : participants) {
            run(shape, contestant, generator -> generator.saturate(options.warmUp()));
        }
        Map<Contestant, List<Saturated>> saturated = new LinkedHashMap<>();
        for (var round = 0; round < options.rounds(); round++) {
            for (var contestant : participants) {
                saturated
                        .computeIfAbsent(contestant, first -> new ArrayList<>())
                        .add(saturate(shape, contestant));
            }
        }
        var rate = saturated.values().stream()
                        .mapToDouble(loads -> median(loads, each -> each.load().requestsPerSecond()))
                        .min()
                        .orElseThrow()
                / 2;
        Map<Contestant, List<Load>> halfLoaded = new LinkedHashMap<>();
        for (var round = 0; round < options.rounds(); round++) {
            for (var contestant : participants) {
                halfLoaded
                        .computeIfAbsent(contestant, first -> new ArrayList<>())
                        .add(run(shape, contestant, generator -> generator.atRate(rate, options.period())));
            }
        }
        return participants.stream()
                .map(contestant -> result(shape, contestant, saturated.get(contestant), halfLoaded.get(contestant)))
                .toList();
    }

    private Saturated saturate(Shape shape, Contestant contestant) throws Exception {
        return run(shape, contestant, generator -> {
            var server = Usage.of(contestant.server().handle());
            var postgres = Usage.of(database.process());
            var load = generator.saturate(options.period());
            load.firstUnexpected().ifPresent(response -> System.err.printf("%s: %s%n", contestant.name(), response));
            return new Saturated(
                    load,
                    Usage.of(contestant.server().handle()).since(server),
                    Usage.of(database.process()).since(postgres),
                    contestant.server().residentMegabytes());
        });
    }

    private interface Period<T> {
        T run(LoadGenerator generator) throws Exception;
    }

    /** Runs a period while all other servers are paused, and then removes what the requests have created. */
    private <T> T run(Shape shape, Contestant contestant, Period<T> period) throws Exception {
        contestants.runOnly(contestant.server());
        var generator = new LoadGenerator(
                CONNECTIONS,
                contestant.server().port(),
                shape.requests(sample, contestant.login()),
                shape.expectedStatuses());
        var unused = generator.saturate(SETTLING);
        var result = period.run(generator);
        if (shape.isWrite()) {
            contestants.runAll();
            database.undoWrites();
        }
        return result;
    }

    private Result result(Shape shape, Contestant contestant, List<Saturated> saturated, List<Load> halfLoaded) {
        return new Result(
                sample.total(),
                shape,
                contestant.name(),
                median(saturated, each -> each.load().requestsPerSecond()),
                median(saturated, Saturated::serverMicros),
                median(saturated, Saturated::databaseMicros),
                median(halfLoaded, load -> load.latencies().getValueAtPercentile(50) / 1e3),
                median(halfLoaded, load -> load.latencies().getValueAtPercentile(99) / 1e3),
                median(saturated, Saturated::megabytes),
                saturated.stream().mapToLong(each -> each.load().failures()).sum());
    }

    static <T> double median(List<T> rounds, ToDoubleFunction<T> value) {
        var sorted = rounds.stream().mapToDouble(value).sorted().toArray();
        var middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
