package dev.registrar.server.joining;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.node.Deployment;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceDatabase;
import dev.registrar.server.testing.node.LocalCluster;
import dev.registrar.server.testing.node.ServiceProcess;
import dev.registrar.server.testing.source.CompiledSources;
import dev.registrar.testing.Await;
import dev.registrar.testing.RecordedLog;
import dev.registrar.testing.http.Client;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Applications with a launcher of their own, each in a JVM that has nothing of ours but the module {@code cluster-member}.
 */
class OwnLauncherTest {
    /** What {@code mvn dependency:build-classpath} prints for the module, without its logging. */
    private static final Pattern OF_MODULE =
            Pattern.compile("cluster-member|vertx-core|vertx-hazelcast|/hazelcast-|netty-|jackson-core|slf4j-api");

    /** Knows Hazelcast and nothing of ours. */
    private static final String PLAIN = """
            package org.example;

            import com.hazelcast.config.Config;
            import io.vertx.core.Vertx;
            import io.vertx.core.eventbus.DeliveryOptions;
            import io.vertx.spi.cluster.hazelcast.ConfigUtil;
            import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;

            public class Plain {
              public static void main(String[] arguments) {
                Config config = ConfigUtil.loadConfig().setClusterName(arguments[0]);
                config.getNetworkConfig().setPort(Integer.parseInt(arguments[2])).setPortAutoIncrement(false);
                config.setProperty("hazelcast.local.localAddress", "127.0.0.1");
                config.getNetworkConfig().getJoin().getMulticastConfig().setEnabled(false);
                config.getNetworkConfig().getJoin().getTcpIpConfig().setEnabled(true).addMember(arguments[1]);
                Vertx.builder()
                    .withClusterManager(new HazelcastClusterManager(config))
                    .buildClustered()
                    .compose(vertx -> vertx.eventBus().<String>request(
                        "test.greeting", "plain", new DeliveryOptions().setSendTimeout(40_000)))
                    .onSuccess(reply -> System.out.println("reply: " + reply.body()))
                    .onFailure(failure -> System.out.println("no reply: " + failure.getMessage()));
              }
            }
            """;

    @AutoClose
    private final LocalCluster cluster = new LocalCluster();

    @TempDir
    private Path folder;

    private ServiceProcess start(String main, Map<String, String> environment, String... arguments) {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var classPath = Stream.concat(
                        Stream.of(folder.resolve("classes").toString()),
                        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                                .filter(entry -> OF_MODULE.matcher(entry).find()))
                .collect(Collectors.joining(File.pathSeparator));
        var command = Stream.concat(
                Stream.of(java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", classPath, main),
                Stream.of(arguments));
        return ServiceProcess.run(command.toList(), environment, folder.resolve(main + ".log"));
    }

    private void compile(List<String> sources) throws IOException {
        var unused =
                CompiledSources.compile(folder, System.getProperty("java.class.path"), sources.toArray(String[]::new));
    }

    @Test
    void an_application_that_builds_its_vertx_itself_calls_resources_and_receives_their_events() throws IOException {
        compile(JoiningPage.classes());
        try (var database = ServiceDatabase.start()) {
            var node = cluster.start();
            var configuration = Service.configuration(database.uri());
            configuration.getJsonObject("enrollment").put("decider", "bus");
            var port = Await.success(new Deployment(node, configuration).start());
            var admin = Client.of("http://127.0.0.1:" + port).withCredentials("admin", "admin");
            var prerequisite = newCourse(admin);
            var course = newCourse(admin);
            var settings = cluster.applicationSettings();
            var prerequisites = new JsonObject().put(course, prerequisite);
            var portal = start("org.example.Portal", Map.of("CLUSTER", settings.encode()), prerequisites.encode());
            Await.until("it decides on enrollments", () -> isConsumed(node, "registrar.enrollment.decide"));

            var registration = admin.withHeader("Prefer", "respond-async")
                    .post("/v1/registrations/", registration(unique("uni"), course))
                    .expectStatus(202);
            Await.until(
                    "it has asked for the registrations of the person",
                    () -> admin.get(registration.header("Location")).body().contains("A prerequisite is missing."));
            Await.until("it has received the event", () -> portal.output().contains(registration.id()));
            assertThat(LocalCluster.sizeSeenBy(node)).isEqualTo(2);
            portal.end("TERM");
            Await.until("it has left the cluster", () -> LocalCluster.sizeSeenBy(node) == 1);
        }
    }

    private static String newCourse(Client admin) {
        return admin.post("/v1/courses/", course(unique("OWN"), "Modal Logic"))
                .expectStatus(201)
                .id();
    }

    private static boolean isConsumed(Vertx node, String address) {
        return !LocalCluster.knowsNoConsumer(node, address);
    }

    private Vertx startNode(String admission) {
        var node = Await.success(cluster.join(new JsonObject().put("admission", admission)));
        node.eventBus().consumer("test.greeting", question -> question.reply("Welcome, " + question.body()));
        return node;
    }

    private ServiceProcess startPlain(Vertx node) throws IOException {
        compile(List.of(PLAIN));
        var settings = cluster.applicationSettings();
        return start(
                "org.example.Plain",
                Map.of(),
                settings.getString("name"),
                "127.0.0.1:" + LocalCluster.portOf(node),
                settings.getInteger("port").toString());
    }

    @Test
    void any_vertx_with_hazelcast_joins_a_cluster_without_the_handshake_and_so_does_another_node() throws IOException {
        var node = startNode("network");
        var plain = startPlain(node);
        plain.awaitLogged(Pattern.compile("reply: .*"));
        assertThat(plain.output()).contains("reply: Welcome, plain").doesNotContain("no reply");
        var unused = Await.success(cluster.join(new JsonObject().put("admission", "network")));
        assertThat(LocalCluster.sizeSeenBy(node)).isEqualTo(3);
        plain.end("KILL");
    }

    @Test
    void a_member_without_the_handshake_is_refused_and_the_log_says_what_to_do() throws IOException {
        try (var log = RecordedLog.start(this)) {
            var node = startNode("handshake");
            var plain = startPlain(node);
            plain.awaitLogged(Pattern.compile("no reply: .*"));
            assertThat(plain.output()).contains("no reply: No handlers");
            assertThat(LocalCluster.sizeSeenBy(node)).isEqualTo(1);
            assertThat(log.warnings("Rejected a connection from 127.0.0.1 to cluster.port"))
                    .isNotEmpty()
                    .allSatisfy(line -> assertThat(line)
                            .contains(
                                    "a member of Hazelcast without the handshake",
                                    "RegistrarCluster",
                                    "cluster.admission"));
            plain.end("KILL");
        }
    }

    @Test
    void a_node_without_the_handshake_does_not_start_beside_nodes_with_it_and_the_other_way_round() {
        for (var admission : List.of("handshake", "network")) {
            try (var other = new LocalCluster()) {
                var node = Await.success(other.join(new JsonObject().put("admission", admission)));
                var different = admission.equals("network") ? "handshake" : "network";
                var joined = other.join(new JsonObject().put("admission", different));
                Await.until("its start fails", joined::failed);
                assertThat(joined.cause())
                        .hasMessageContaining("does not let it in")
                        .hasMessageContaining("cluster.admission");
                assertThat(LocalCluster.sizeSeenBy(node)).isEqualTo(1);
            }
        }
    }
}
