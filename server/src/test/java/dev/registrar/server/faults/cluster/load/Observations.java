package dev.registrar.server.faults.cluster.load;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The requests of a load with their outcomes. */
public final class Observations {
    /** The outcome of a request that succeeded. */
    static final String OK = "ok";

    private final long begin = System.nanoTime();
    private final Queue<Observation> all = new ConcurrentLinkedQueue<>();

    /**
     * One request of the load.
     *
     * @param second the second in which it was sent, counted from the start of the load
     * @param outcome {@link #OK}, or the status with the detail of the error, or the reason why there was no response
     */
    private record Observation(int second, String method, String outcome, Duration took) {
        boolean isSuccess() {
            return outcome.equals(OK);
        }

        String failure() {
            return method + " " + outcome;
        }
    }

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
        return all.stream()
                .filter(one -> !one.isSuccess())
                .collect(groupingBy(Observation::failure, TreeMap::new, counting()));
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
}
