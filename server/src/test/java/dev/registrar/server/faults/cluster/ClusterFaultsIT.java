package dev.registrar.server.faults.cluster;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.registrar.server.faults.cluster.node.PrivateNetwork;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
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

/** Faults of nodes, network and database, and a rolling upgrade, under load. Takes minutes; {@code .ci/faults} runs it. */
@Tag("faults")
@NeedsLoadBalancer
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClusterFaultsIT {
    private static final int MANY = 200;
    private static final int SOME = 20;
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final Duration PAUSE_OF_MANY = Duration.ofMillis(200);
    private static final Duration RECOVERY = Duration.ofSeconds(15);
    private static final Duration DETECTION = Duration.ofSeconds(10);
    private static final Duration LONGEST_RESPONSE = Duration.ofSeconds(3);

    @AutoClose
    private static ThreeNodes nodes;

    @BeforeAll
    static void three_nodes() throws Exception {
        nodes = ThreeNodes.onLoopback();
    }

    /** Node 3 has only this role; the other two have all roles. */
    @ParameterizedTest
    @Order(1)
    @ValueSource(strings = {"gateway", "course", "registration", "enrollment"})
    void the_other_nodes_take_over_when_a_node_of_any_role_is_killed(String role) throws SQLException {
        nodes.node(3).stop();
        nodes.node(3).launch(ThreeNodes.JAR, role);
        nodes.node(3).awaitReady();
        var trial = nodes.trial("kill -9 of a node: " + role, MANY, PAUSE_OF_MANY);
        trial.inject(() -> nodes.node(3).kill());
        trial.runFor(DETECTION.plusSeconds(5));
        trial.expectSuccessRateAfter(DETECTION, 0.99);
        nodes.startAgain(3, ThreeNodes.JAR);
        trial.expectRecoveryWithin(RECOVERY);
        trial.expectEachResponseWithin(LONGEST_RESPONSE);
        trial.end();
    }

    @Test
    @Order(2)
    void the_other_nodes_take_over_while_a_node_is_frozen_for_20_seconds() throws SQLException {
        var trial = nodes.trial("SIGSTOP for 20 s", SOME, PAUSE);
        trial.inject(() -> nodes.node(2).freeze());
        trial.runFor(Duration.ofSeconds(20));
        trial.expectSuccessRateAfter(DETECTION, 0.99);
        nodes.node(2).thaw();
        trial.expectRecoveryWithin(RECOVERY);
        trial.expectEachResponseWithin(LONGEST_RESPONSE);
        trial.end();
    }

    @Test
    @Order(3)
    void the_other_nodes_take_over_while_a_node_is_cut_off_for_30_seconds() throws Exception {
        assumeTrue(PrivateNetwork.isPossible(), "Network namespaces need root, ip and iptables");
        try (var network = PrivateNetwork.open(3);
                var nodesOnNetwork = ThreeNodes.on(network)) {
            var trial = nodesOnNetwork.trial("cut off for 30 s", SOME, PAUSE);
            trial.inject(() -> network.cutOff(1));
            trial.runFor(Duration.ofSeconds(30));
            trial.expectSuccessRateAfter(DETECTION, 0.99);
            network.heal(1);
            trial.expectRecoveryWithin(RECOVERY);
            trial.expectEachResponseWithin(LONGEST_RESPONSE);
            trial.end();
        }
    }

    @Test
    @Order(4)
    void the_cluster_recovers_after_postgresql_is_killed_and_started_again() throws SQLException {
        var trial = nodes.trial("PostgreSQL killed, down for 10 s", SOME, PAUSE);
        trial.inject(() -> nodes.database().crash());
        trial.runFor(Duration.ofSeconds(10));
        nodes.database().startAgain();
        trial.expectRecoveryWithin(RECOVERY);
        trial.expectEachResponseWithin(LONGEST_RESPONSE);
        trial.end();
    }

    @Test
    @Order(5)
    void no_request_fails_while_every_node_is_replaced_by_the_next_release(@TempDir Path directory) throws Exception {
        var release = Release.toReplace(directory);
        try (var old = ThreeNodes.onLoopback(release.jar(), release.configuration())) {
            var trial = old.trial("rolling upgrade: " + release.name(), SOME, PAUSE);
            for (var number = 1; number <= 3; number++) {
                old.node(number).stop();
                old.startAgain(number, release.next());
            }
            trial.expectNoFailure();
            trial.expectEachResponseWithin(LONGEST_RESPONSE);
            trial.end();
        }
    }
}
