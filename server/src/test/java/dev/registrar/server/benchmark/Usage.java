package dev.registrar.server.benchmark;

import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The CPU time of processes so far, by process id. */
record Usage(Map<Long, Duration> processes) {

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
