package dev.registrar.server.faults.cluster;

import dev.registrar.server.faults.cluster.load.SteadyLoad;
import dev.registrar.testing.Await;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A load during which faults are injected, and the targets that the responses have to meet. */
final class Trial {
    private static final int WARM_UP = 500;

    private final String name;
    private final ThreeNodes nodes;
    private final SteadyLoad load;
    private final List<String> missed = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();
    private int faultSecond;

    Trial(String name, ThreeNodes nodes, SteadyLoad load) {
        this.name = name;
        this.nodes = nodes;
        this.load = load;
        load.awaitSuccesses(WARM_UP);
        load.observations().clear();
    }

    /** Causes a fault under load. */
    void inject(Runnable fault) {
        faultSecond = load.observations().second();
        fault.run();
    }

    void runFor(Duration time) {
        load.runFor(time);
    }

    /** Expects that all nodes are ready and serve requests again within this time. */
    void expectRecoveryWithin(Duration limit) {
        var begin = System.nanoTime();
        Await.until("all nodes serve again", Duration.ofMinutes(2), nodes::areAllServing);
        var took = Duration.ofNanos(System.nanoTime() - begin);
        remarks.add(String.format(Locale.ROOT, "recovered after %.1f s", took.toMillis() / 1000.0));
        expect("recovery within " + limit.toSeconds() + " s", took.compareTo(limit) <= 0);
    }

    /** Expects that every request succeeded. */
    void expectNoFailure() {
        expect("no request fails", load.observations().failures().isEmpty());
    }

    void expectEachResponseWithin(Duration longest) {
        expect(
                "no response takes longer than %s s".formatted(longest.toSeconds()),
                load.observations().longest().compareTo(longest) <= 0);
    }

    /** Expects that at least this share of the requests sent later than {@code time} after the fault succeeded. */
    void expectSuccessRateAfter(Duration time, double rate) {
        var observations = load.observations();
        var succeeded = observations.successRate(faultSecond + (int) time.toSeconds(), observations.second());
        remarks.add(String.format(Locale.ROOT, "%.2f %% succeed after %s s", 100 * succeeded, time.toSeconds()));
        expect(
                String.format(Locale.ROOT, "%.0f %% succeed after %s s", 100 * rate, time.toSeconds()),
                succeeded >= rate);
    }

    private void expect(String target, boolean isMet) {
        if (!isMet) {
            missed.add(target);
        }
    }

    /** Ends the load, prints the result, and expects that every acknowledgement is kept and every target is met. */
    void end() throws SQLException {
        load.end();
        try (var session = nodes.session()) {
            load.promises().expectKept(nodes.clients(), session);
        } catch (AssertionError broken) {
            missed.add("every acknowledgement is kept: " + broken.getMessage());
        }
        var observations = load.observations();
        System.out.printf(
                "%s: %s requests, %s failed %s, the longest took %s ms, %s acknowledged; %s%n",
                name,
                observations.size(),
                observations.size() - observations.successes(),
                observations.failures(),
                observations.longest().toMillis(),
                load.promises().size(),
                String.join("; ", remarks));
        if (!missed.isEmpty()) {
            throw new AssertionError("%s missed: %s".formatted(name, String.join("; ", missed)));
        }
    }
}
