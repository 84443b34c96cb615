package dev.registrar.gateway.faults.cluster.load;

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

/** The requests of a load, counted by what came of them. */
public final class Observations {
    private final long begin = System.nanoTime();
    private final Queue<Observation> all = new ConcurrentLinkedQueue<>();

    /** Notes what came of a request that was sent at an instant of {@link System#nanoTime}. */
    void note(String method, long sentAt, String outcome) {
        var took = Duration.ofNanos(System.nanoTime() - sentAt);
        all.add(new Observation(secondOf(sentAt), method, outcome, took));
    }

    /** Leaves out what was before, such as the first requests of JVMs that have compiled nothing yet. */
    public void forget() {
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

    public long good() {
        return all.stream().filter(Observation::isGood).count();
    }

    /** The failures, counted by method and outcome. */
    public Map<String, Long> failures() {
        return failuresOf(all.stream());
    }

    /** The share of good ones among those that were sent from a second on, until another. */
    public double shareOfGood(int from, int until) {
        var those = all.stream()
                .filter(one -> one.second() >= from && one.second() < until)
                .toList();
        var good = those.stream().filter(Observation::isGood).count();
        return those.isEmpty() ? 0 : (double) good / those.size();
    }

    public Duration longest() {
        return all.stream()
                .map(Observation::took)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    /** The longest ones, as text. */
    public String slowest(int count) {
        return all.stream()
                .sorted(Comparator.comparing(Observation::took).reversed())
                .limit(count)
                .map(one -> "%s in second %d took %d ms"
                        .formatted(one.failure(), one.second(), one.took().toMillis()))
                .collect(joining("; "));
    }

    /** A line for each second in which something failed; seconds count from a given one. */
    public List<String> failuresBySecond(int zero) {
        Map<Integer, List<Observation>> seconds = new TreeMap<>(all.stream().collect(groupingBy(Observation::second)));
        List<String> lines = new ArrayList<>();
        seconds.forEach((second, sent) -> {
            var failed = failuresOf(sent.stream());
            if (!failed.isEmpty()) {
                lines.add("%+4d s: %d sent, %s".formatted(second - zero, sent.size(), failed));
            }
        });
        return lines;
    }

    private static Map<String, Long> failuresOf(Stream<Observation> some) {
        return some.filter(one -> !one.isGood()).collect(groupingBy(Observation::failure, TreeMap::new, counting()));
    }
}
