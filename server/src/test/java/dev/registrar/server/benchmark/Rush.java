package dev.registrar.server.benchmark;

import dev.registrar.server.benchmark.LoadGenerator.Load;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * People who register for a course that all of them want and for one of the others, compared with as many requests of which all are
 * spread over the others. All courses have few seats and short waiting lists.
 */
final class Rush {
    private static final Shape SHAPE = Shape.POST_REGISTRATION;
    private static final int PEOPLE = 10_000;
    private static final int COURSES = 200;
    private static final int SEATS = 30;
    private static final int PLACES = 50;

    /** A seat, a place on the list, and a full course: each is a response that people want at once. */
    private static final Set<Integer> ANSWERS = Set.of(201, 202, 409);

    private static final int FULL_LOAD_CONNECTIONS = 32;

    /** So many for each half of the requests that these are sent on time, although others wait for their responses. */
    private static final int OPEN_LOOP_CONNECTIONS = 100;

    private static final double SHARE_OF_FULL_LOAD = 0.6;

    private final Options options;
    private final ServerProcess server;
    private final BenchmarkDatabase database;
    private final List<Sample.Course> courses;

    Rush(Options options, ServerProcess server, BenchmarkDatabase database) {
        this.options = options;
        this.server = server;
        this.database = database;
        courses = database.sample().courses().subList(0, COURSES);
    }

    /**
     * The requests of one run.
     *
     * @param others those for the other courses, which both runs of a pair have in common
     * @param half those for the popular course; in the comparison, as many more for the other courses
     */
    private record Run(Load others, Load half) {
        double answersPerSecond() {
            return others.requestsPerSecond() + half.requestsPerSecond();
        }

        double p50() {
            return others.latencies().getValueAtPercentile(50) / 1e6;
        }

        double p99() {
            return others.latencies().getValueAtPercentile(99) / 1e6;
        }

        double failures() {
            return others.failures() + half.failures();
        }
    }

    /** Returns the medians of the pairs as a Markdown table. */
    String measure() throws IOException, SQLException, ExecutionException, InterruptedException {
        freeAllSeats();
        var unused = full().saturate(options.warmUp());
        freeAllSeats();
        var rate = SHARE_OF_FULL_LOAD * full().saturate(options.period()).requestsPerSecond();
        List<Run> comparison = new ArrayList<>();
        List<Run> rush = new ArrayList<>();
        for (var pair = 0; pair < options.rounds(); pair++) {
            comparison.add(run(rate, spread(1)));
            rush.add(run(rate, new Sample(1, courses.subList(0, 1))));
        }
        return String.format(Locale.ROOT, """
            | %,.0f requests/s to %s courses | answers/s | other courses: p50 ms | p99 ms | failed |
            |---|---|---|---|---|
            """, rate, COURSES)
                + row("spread over all others", comparison)
                + row("half for one course", rush)
                + String.format(
                        Locale.ROOT,
                        "| ratio | %.2f | %.2f | %.2f | |%n",
                        Rounds.median(rush, Run::answersPerSecond) / Rounds.median(comparison, Run::answersPerSecond),
                        Rounds.median(rush, Run::p50) / Rounds.median(comparison, Run::p50),
                        Rounds.median(rush, Run::p99) / Rounds.median(comparison, Run::p99));
    }

    /** The other courses, beginning with a different one, so that the second choice of each person is another course. */
    private Sample spread(int first) {
        List<Sample.Course> spread = new ArrayList<>(courses.subList(1 + first, COURSES));
        spread.addAll(courses.subList(1, 1 + first));
        return new Sample(COURSES, spread);
    }

    private LoadGenerator full() {
        return new LoadGenerator(FULL_LOAD_CONNECTIONS, server.port(), requests(spread(0)), ANSWERS);
    }

    /** Sends the requests of all people for one of the other courses, and at the same time those for courses of a sample. */
    private Run run(double rate, Sample wanted) throws SQLException, ExecutionException, InterruptedException {
        freeAllSeats();
        var half = CompletableFuture.supplyAsync(() -> openLoop(rate / 2, wanted));
        var others = CompletableFuture.supplyAsync(() -> openLoop(rate / 2, spread(0)));
        return new Run(others.get(), half.get());
    }

    private Load openLoop(double rate, Sample wanted) {
        try {
            var load = new LoadGenerator(OPEN_LOOP_CONNECTIONS, server.port(), requests(wanted), ANSWERS)
                    .atRate(rate, Duration.ofNanos((long) (PEOPLE / rate * 1e9)));
            load.firstUnexpected().ifPresent(System.err::println);
            return load;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Supplier<byte[]> requests(Sample wanted) {
        var person = new AtomicInteger();
        return () -> SHAPE.request(wanted, Contestants.BASIC, person.incrementAndGet());
    }

    private void freeAllSeats() throws SQLException {
        database.undoWrites();
        database.limit(courses, SEATS, PLACES);
    }

    private static String row(String name, List<Run> runs) {
        return String.format(
                Locale.ROOT,
                "| %s | %,.0f | %.1f | %.1f | %.0f |%n",
                name,
                Rounds.median(runs, Run::answersPerSecond),
                Rounds.median(runs, Run::p50),
                Rounds.median(runs, Run::p99),
                Rounds.median(runs, Run::failures));
    }
}
