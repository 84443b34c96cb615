package dev.registrar.gateway.faults.cluster;

import dev.registrar.gateway.faults.cluster.load.SteadyLoad;
import dev.registrar.gateway.testing.Await;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A load during which something happens, and the marks that it has to meet. */
final class Trial {
    private static final int WARM_UP = 500;

    private final String name;
    private final ThreeNodes nodes;
    private final SteadyLoad load;
    private final FaultTable table;
    private final List<String> missed = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();
    private int happened;

    Trial(String name, ThreeNodes nodes, SteadyLoad load, FaultTable table) {
        this.name = name;
        this.nodes = nodes;
        this.load = load;
        this.table = table;
        load.awaitGood(WARM_UP);
        load.observations().forget();
    }

    /** Something happens while everything runs. */
    void happens(Runnable event) {
        happened = load.observations().second();
        event.run();
    }

    void goOnFor(Duration time) {
        load.goOnFor(time);
    }

    /** Every node must serve again, and know the others, within some time. */
    void expectWholeWithin(Duration limit) {
        var begin = System.nanoTime();
        Await.until("the cluster is whole", Duration.ofMinutes(2), nodes::areWhole);
        var took = Duration.ofNanos(System.nanoTime() - begin);
        remarks.add("whole again after %.1f s".formatted(took.toMillis() / 1000.0));
        expect("whole again within " + limit.toSeconds() + " s", took.compareTo(limit) <= 0);
    }

    /** Every request must have been answered well. */
    void expectNoFailure() {
        expect("no request fails", load.observations().failures().isEmpty());
    }

    void expectEachWithin(Duration longest) {
        expect(
                "no response takes longer than %d s".formatted(longest.toSeconds()),
                load.observations().longest().compareTo(longest) <= 0);
    }

    /** So much of the requests, from some time after it happened until now, must have been answered well. */
    void expectGoodAfter(Duration time, double share) {
        var observations = load.observations();
        var good = observations.shareOfGood(happened + (int) time.toSeconds(), observations.second());
        remarks.add("%.2f %% good after %d s".formatted(100 * good, time.toSeconds()));
        expect("%.0f %% good after %d s".formatted(100 * share, time.toSeconds()), good >= share);
    }

    private void expect(String mark, boolean isMet) {
        if (!isMet) {
            missed.add(mark);
        }
    }

    /** Ends the load, and expects that every promise is kept and every mark is met. */
    void end() throws SQLException {
        load.end();
        try (var session = nodes.session()) {
            load.promises().expectKept(nodes.clients(), session);
        } catch (AssertionError broken) {
            missed.add("every promise is kept: " + broken.getMessage());
        }
        table.add(name, load, happened, remarks, missed);
        if (!missed.isEmpty()) {
            throw new AssertionError("%s missed: %s".formatted(name, String.join("; ", missed)));
        }
    }
}
