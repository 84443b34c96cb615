package dev.registrar.gateway.faults.cluster;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.registrar.gateway.faults.cluster.node.PrivateNetwork;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Everything that happens to three nodes and their database sooner or later. It takes some minutes: {@code .ci/faults}. */
@Tag("faults")
@NeedsLoadBalancer
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClusterFaultsIT {
    private static final int MANY = 200;
    private static final int SOME = 20;
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final Duration PAUSE_OF_MANY = Duration.ofMillis(200);
    private static final Duration RECOVERY = Duration.ofSeconds(15);
    private static final Duration NOTICED = Duration.ofSeconds(10);
    private static final Duration LONGEST = Duration.ofSeconds(3);
    private static final FaultTable TABLE = new FaultTable();

    @AutoClose
    private static ThreeNodes nodes;

    @BeforeAll
    static void three_nodes() throws Exception {
        nodes = ThreeNodes.onLoopback(ThreeNodes.JAR);
    }

    @AfterAll
    static void tell() {
        TABLE.publish(Path.of("target", "faults.txt"));
    }

    /** Node 3 has one role alone; the other two have all. */
    @ParameterizedTest
    @Order(1)
    @ValueSource(strings = {"gateway", "course", "registration", "enrollment"})
    void a_node_of_any_role_is_killed(String role) throws SQLException {
        nodes.node(3).stop();
        nodes.node(3).launch(ThreeNodes.JAR, role);
        nodes.node(3).awaitReady();
        var trial = nodes.trial("kill -9 of a node: " + role, MANY, PAUSE_OF_MANY, TABLE);
        trial.happens(() -> nodes.node(3).kill());
        trial.goOnFor(NOTICED.plusSeconds(5));
        trial.expectGoodAfter(NOTICED, 0.99);
        nodes.startAgain(3, ThreeNodes.JAR);
        trial.expectWholeWithin(RECOVERY);
        trial.expectEachWithin(LONGEST);
        trial.end();
    }

    @Test
    @Order(2)
    void a_node_freezes_for_20_seconds() throws SQLException {
        var trial = nodes.trial("SIGSTOP for 20 s", SOME, PAUSE, TABLE);
        trial.happens(() -> nodes.node(2).freeze());
        trial.goOnFor(Duration.ofSeconds(20));
        trial.expectGoodAfter(NOTICED, 0.99);
        nodes.node(2).thaw();
        trial.expectWholeWithin(RECOVERY);
        trial.expectEachWithin(LONGEST);
        trial.end();
    }

    @Test
    @Order(3)
    void a_node_is_cut_off_for_30_seconds() throws Exception {
        assumeTrue(PrivateNetwork.isPossible(), "Network namespaces take root, ip and iptables");
        try (var network = PrivateNetwork.open(3);
                var apart = ThreeNodes.on(network)) {
            var trial = apart.trial("cut off for 30 s", SOME, PAUSE, TABLE);
            trial.happens(() -> network.cutOff(1));
            trial.goOnFor(Duration.ofSeconds(30));
            trial.expectGoodAfter(NOTICED, 0.99);
            network.heal(1);
            trial.expectWholeWithin(RECOVERY);
            trial.expectEachWithin(LONGEST);
            trial.end();
        }
    }

    @Test
    @Order(4)
    void postgresql_is_killed_and_started() throws SQLException {
        var trial = nodes.trial("PostgreSQL killed, away for 10 s", SOME, PAUSE, TABLE);
        trial.happens(() -> nodes.database().crash());
        trial.goOnFor(Duration.ofSeconds(10));
        nodes.database().startAgain();
        trial.expectWholeWithin(RECOVERY);
        trial.expectEachWithin(LONGEST);
        trial.end();
    }

    @Test
    @Order(5)
    void every_node_is_replaced_by_the_next_release(@TempDir Path directory) throws Exception {
        var release = Release.toReplace(directory);
        try (var old = ThreeNodes.onLoopback(release.jar())) {
            var trial = old.trial("rolling upgrade: " + release.name(), SOME, PAUSE, TABLE);
            for (var number = 1; number <= 3; number++) {
                old.node(number).stop();
                old.startAgain(number, release.next());
            }
            trial.expectNoFailure();
            trial.expectEachWithin(LONGEST);
            trial.end();
        }
    }
}
