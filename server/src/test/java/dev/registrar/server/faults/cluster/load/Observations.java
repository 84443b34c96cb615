package dev.registrar.server.faults.cluster.load;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/** The requests of a load with their outcomes. */
public final class Observations {
    private final long begin = System.nanoTime();
    private final Queue<Observation> all = new ConcurrentLinkedQueue<>();

    /** Records the outcome of a request that was sent at this {@link System#nanoTime}. */
    void note(String method, long sentAt, String outcome) {
        var took = Duration.ofNanos(System.nanoTime() - sentAt);
        all.add(new Observation(secondOf(sentAt), method, outcome, took));
    }

    /** Discards the observations so far, such as those of JVMs that are not warmed up. */
    public void clear() {
        all.clear();
    }

    public int second() {
        return secondOf(System.nanoTime());
    }

    private int secondOf(long instant) {
        return (int) Duration.ofNanos(instant - begin).toSeconds();
    }

    public int size() {
        return all.size();
    }

    public long successes() {
        return all.stream().filter(Observation::isSuccess).count();
    }

    /** Returns the number of failures by method and outcome. */
    public Map<String, Long> failures() {
        return failuresOf(all.stream());
    }

    /** Returns the share of successes among the requests sent from one second (inclusive) to another (exclusive). */
    public double successRate(int from, int until) {
        var sent = all.stream()
                .filter(one -> one.second() >= from && one.second() < until)
                .toList();
        var succeeded = sent.stream().filter(Observation::isSuccess).count();
        return sent.isEmpty() ? 0 : (double) succeeded / sent.size();
    }

    public Duration longest() {
        return all.stream()
                .map(Observation::took)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    /** Describes the slowest requests. */
    public String slowest(int count) {
        return all.stream()
                .sorted(Comparator.comparing(Observation::took).reversed())
                .limit(count)
                .map(one -> "%s in second %s took %s ms"
                        .formatted(one.failure(), one.second(), one.took().toMillis()))
                .collect(joining("; "));
    }

    /** Returns a line for each second in which requests failed; seconds are relative to {@code zero}. */
    public List<String> failuresBySecond(int zero) {
        Map<Integer, List<Observation>> seconds = new TreeMap<>(all.stream().collect(groupingBy(Observation::second)));
        List<String> lines = new ArrayList<>();
        seconds.forEach((second, sent) -> {
            var failed = failuresOf(sent.stream());
            if (!failed.isEmpty()) {
                lines.add("%s s: %s sent, %s".formatted(second - zero, sent.size(), failed));
            }
        });
        return lines;
    }

    private static Map<String, Long> failuresOf(Stream<Observation> some) {
        return some.filter(one -> !one.isSuccess()).collect(groupingBy(Observation::failure, TreeMap::new, counting()));
    }
}
