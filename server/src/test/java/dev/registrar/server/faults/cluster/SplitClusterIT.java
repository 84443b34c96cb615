package dev.registrar.server.faults.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.registrar.gateway.testing.Client;
import dev.registrar.gateway.testing.Response;
import dev.registrar.platform.testing.Await;
import dev.registrar.server.faults.cluster.node.ClusterNode;
import dev.registrar.server.faults.cluster.node.PrivateNetwork;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Three nodes in three JVMs; the first cannot reach the others, but all reach the database and their clients. */
@Tag("faults")
@EnabledOnOs(value = OS.LINUX, disabledReason = "Only Linux has network namespaces")
@EnabledIf(
        value = "dev.registrar.server.faults.cluster.node.LoadBalancer#isInstalled",
        disabledReason = "Needs /usr/sbin/haproxy")
class SplitClusterIT {
    private static final String SESSIONS = "/v1/sessions/";
    private static final Duration SPREADING = Duration.ofSeconds(4);
    private static final Duration RECOVERY = Duration.ofSeconds(30);

    /** A browser with the cookies of a session. */
    private record Browser(String session, String token) {
        static Browser signedIn(Client caller) {
            var opened = caller.send("POST", SESSIONS, Optional.empty()).expectStatus(200);
            return new Browser(cookie(opened, "registrar_session"), cookie(opened, "registrar_csrf"));
        }

        private static String cookie(Response opened, String name) {
            return opened.headers("Set-Cookie").stream()
                    .filter(cookie -> cookie.startsWith(name + "="))
                    .map(cookie -> cookie.substring(name.length() + 1, cookie.indexOf(';')))
                    .findFirst()
                    .orElseThrow();
        }

        private Client at(ClusterNode node) {
            return node.anonymous()
                    .withHeader("Cookie", "registrar_session=%s; registrar_csrf=%s".formatted(session, token))
                    .withHeader("X-CSRF-Token", token);
        }

        int read(ClusterNode node) {
            return at(node).get("/v1/courses/?page[size]=1").status();
        }

        int signOut(ClusterNode node) {
            return at(node).delete(SESSIONS).status();
        }
    }

    @Test
    void a_session_ended_in_one_part_of_a_split_cluster_is_rejected_by_both_parts_and_after_the_merge()
            throws Exception {
        assumeThat(PrivateNetwork.isPossible()).isTrue();
        try (var network = PrivateNetwork.open(3);
                var nodes = ThreeNodes.on(network)) {
            var small = nodes.node(1);
            var large = nodes.node(2);
            var browsers = List.of(Browser.signedIn(large.client()), Browser.signedIn(large.client()));
            changeNetwork(() -> network.separate(1, 2, 3), small, 1);

            Await.until(
                    "both parts know all sessions",
                    RECOVERY,
                    () -> browsers.stream()
                            .allMatch(browser -> browser.read(small) == 200 && browser.read(large) == 200));
            var endedInSmall = browsers.get(0);
            var endedInLarge = browsers.get(1);
            assertThat(endedInSmall.signOut(small)).isEqualTo(204);
            assertThat(endedInLarge.signOut(large)).isEqualTo(204);
            Await.until(
                    "both parts know that the sessions have ended",
                    SPREADING,
                    () -> endedInSmall.read(large) == 401 && endedInLarge.read(small) == 401);
            var opened = Browser.signedIn(small.client());

            changeNetwork(() -> network.reunite(1, 2, 3), small, 3);
            for (var node : nodes.all()) {
                Await.until(
                        "the session opened in the small part is open at each node",
                        RECOVERY,
                        () -> opened.read(node) == 200);
                assertThat(endedInSmall.read(node)).isEqualTo(401);
                assertThat(endedInLarge.read(node)).isEqualTo(401);
            }
        }
    }

    /** Changes the network and waits until a node knows this many members. */
    private static void changeNetwork(Runnable change, ClusterNode node, int members) {
        var logged = node.log().length();
        change.run();
        Await.until(
                "the node knows %s members".formatted(members),
                RECOVERY,
                () -> node.log().substring(logged).contains("(nodes: %s)".formatted(members)));
    }
}
