package dev.registrar.server.cluster;

import static dev.registrar.server.cluster.Probe.expectReached;
import static dev.registrar.server.cluster.Probe.register;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.hazelcast.core.Hazelcast;
import dev.registrar.server.testing.node.LocalCluster;
import dev.registrar.testing.Await;
import dev.registrar.testing.RecordedLog;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Which nodes may join a cluster. */
class ClusterAccessTest {

    @Test
    void the_secret_of_a_cluster_and_the_name_derived_from_it_are_not_logged() {
        var hazelcast = (Logger) LoggerFactory.getLogger("com.hazelcast");
        var usual = hazelcast.getLevel();
        hazelcast.setLevel(Level.INFO);
        try (var log = RecordedLog.start(this);
                var cluster = new LocalCluster()) {
            cluster.start();
            cluster.start();
            Set<String> secrets = new HashSet<>(Set.of(cluster.settings().getString("secret")));
            Hazelcast.getAllHazelcastInstances()
                    .forEach(member -> secrets.add(member.getConfig().getClusterName()));
            assertThat(secrets).hasSize(2);
            assertThat(log.messages(Level.INFO))
                    .anyMatch(message -> message.contains("is STARTED"))
                    .noneMatch(message -> secrets.stream().anyMatch(message::contains));
        } finally {
            hazelcast.setLevel(usual);
        }
    }

    @Test
    void a_node_with_another_secret_that_finds_the_cluster_by_dns_cannot_join() {
        try (var cluster = new LocalCluster()) {
            var byName = new JsonObject().put("members", "").put("members-dns", "localhost");
            var node = Await.success(cluster.join(byName));
            var unknown = cluster.join(byName.copy()
                    .put("host", "127.0.0.2")
                    .put("port", LocalCluster.portOf(node))
                    .put("secret", "a secret that is another one"));
            Await.until("its start fails soon", Duration.ofSeconds(30), unknown::failed);
            assertThat(unknown.cause())
                    .hasMessageContaining("127.0.0.1:%s does not let it in: it has another cluster.secret"
                            .formatted(LocalCluster.portOf(node)))
                    .hasMessageNotContaining("a secret that is another one");
            assertThat(LocalCluster.sizeSeenBy(node)).isEqualTo(1);
        }
    }

    @Test
    void a_node_that_finds_another_server_in_place_of_a_member_does_not_start_and_says_so() throws IOException {
        try (var log = RecordedLog.start(this);
                var cluster = new LocalCluster();
                var server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            var serving = new Thread(() -> greetAll(server), "server");
            serving.setDaemon(true);
            serving.start();
            var member = "127.0.0.1:" + server.getLocalPort();
            var node = cluster.join(new JsonObject().put("members", member));
            Await.until("its start fails soon", Duration.ofSeconds(30), node::failed);
            assertThat(node.cause())
                    .hasMessageContaining(
                            "%s does not let it in: what listens there is not a Registrar node".formatted(member));
            assertThat(log.warnings(member + " is listening but does not let this node in"))
                    .hasSize(1);
        }
    }

    private static void greetAll(ServerSocket server) {
        while (!server.isClosed()) {
            try (var accepted = server.accept()) {
                accepted.getOutputStream()
                        .write("220 mail.example.edu ESMTP, which is no registrar\r\n"
                                .getBytes(StandardCharsets.US_ASCII));
            } catch (IOException closed) {
                return;
            }
        }
    }

    @Test
    void nodes_find_each_other_by_the_addresses_of_a_dns_name() {
        try (var cluster = new LocalCluster()) {
            var byName = new JsonObject().put("members", "").put("members-dns", "localhost");
            var first = Await.success(cluster.join(byName));
            register(first);
            var second = Await.success(
                    cluster.join(byName.copy().put("host", "127.0.0.2").put("port", LocalCluster.portOf(first))));
            expectReached(second);
        }
    }
}
