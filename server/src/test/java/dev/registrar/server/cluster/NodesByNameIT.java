package dev.registrar.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.configuration.Configuration;
import dev.registrar.server.node.Cluster;
import dev.registrar.server.testing.node.LocalCluster;
import dev.registrar.server.testing.node.ServiceProcess;
import dev.registrar.testing.Await;
import dev.registrar.testing.postgresql.FreePorts;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nodes that find each other by one DNS name with several addresses, like that of a headless service of Kubernetes. Each
 * runs in its own JVM. {@code .ci/faults} runs this test.
 */
@Tag("faults")
@EnabledOnOs(value = OS.LINUX, disabledReason = "Needs the whole network 127.0.0.0/8 on loopback, which only Linux has")
class NodesByNameIT {
    private static final String NAME = "nodes.registrar.example.edu";

    private final String network = "127.%s.%s."
            .formatted(
                    ThreadLocalRandom.current().nextInt(1, 255),
                    ThreadLocalRandom.current().nextInt(255));

    @TempDir
    private Path directory;

    @Test
    void a_node_whose_dns_name_has_no_address_yet_starts_alone_and_joins_the_nodes_that_appear_later()
            throws IOException {
        var names = directory.resolve("hosts");
        writeNames(names);
        var environment = environment(FreePorts.next());
        var first = NamedMember.launch(network + 1, names, environment);
        first.awaitSize(1);
        assertThat(first.output()).contains("The name " + NAME + " (cluster.members-dns) has no addresses yet");

        writeNames(names, network + 1, network + 2, network + 3);
        var second = NamedMember.launch(network + 2, names, environment);
        Stream.of(first, second).forEach(node -> node.awaitSize(2));
        var third = NamedMember.launch(network + 3, names, environment);
        var all = List.of(first, second, third);
        all.forEach(node -> node.awaitSize(3));
        all.forEach(NamedMember::kill);
    }

    private static void writeNames(Path names, String... addresses) throws IOException {
        var own = InetAddress.getLocalHost().getHostName();
        var nodes = Stream.of(addresses).map(address -> address + " " + NAME);
        Files.write(
                names,
                Stream.concat(Stream.of("127.0.0.1 localhost " + own), nodes).toList());
    }

    private static Map<String, String> environment(int port) {
        return Map.of(
                "REGISTRAR_CLUSTER_SECRET",
                "nodes that have a name",
                "REGISTRAR_CLUSTER_PORT",
                Integer.toString(port),
                "REGISTRAR_CLUSTER_MEMBERS",
                "",
                "REGISTRAR_CLUSTER_MEMBERS_DNS",
                NAME);
    }

    /** A node in its own JVM that resolves names from a file in place of DNS, and prints how many members it knows. */
    static final class NamedMember {
        private static final String SIZE = "members: ";

        private final ServiceProcess process;

        private NamedMember(ServiceProcess process) {
            this.process = process;
        }

        /**
         * Launches the node without waiting for it.
         *
         * @param names a file in the format of /etc/hosts
         */
        static NamedMember launch(String host, Path names, Map<String, String> environment) {
            var command = List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-Xmx96m",
                    "-Djdk.net.hosts.file=" + names,
                    "-Dsun.net.inetaddr.ttl=1",
                    "-Dsun.net.inetaddr.negative.ttl=1",
                    "-Dregistrar.cluster.host=" + host,
                    "-cp",
                    System.getProperty("java.class.path"),
                    NamedMember.class.getName());
            return new NamedMember(ServiceProcess.run(command, environment, names.resolveSibling(host + ".log")));
        }

        void awaitSize(int size) {
            Await.until(
                    "the node knows %s members or has ended".formatted(size), () -> knows(size) || !process.isAlive());
            if (!knows(size)) {
                throw new AssertionError(process.output());
            }
        }

        private boolean knows(int size) {
            return process.output()
                    .lines()
                    .filter(line -> line.startsWith(SIZE))
                    .reduce((earlier, later) -> later)
                    .filter(line -> line.equals(SIZE + size))
                    .isPresent();
        }

        String output() {
            return process.output();
        }

        void kill() {
            process.end("KILL");
        }

        public static void main(String[] arguments) throws InterruptedException {
            var node = Await.success(Cluster.join(
                    Configuration.load(System.getenv(), System.getProperties()).values(),
                    Map.of(),
                    new VertxOptions()));
            var known = 0;
            for (var elapsed = 0; elapsed < TimeUnit.MINUTES.toMillis(2); elapsed += 50) {
                if (LocalCluster.sizeSeenBy(node) != known) {
                    known = LocalCluster.sizeSeenBy(node);
                    System.out.println(SIZE + known);
                }
                TimeUnit.MILLISECONDS.sleep(50);
            }
        }
    }
}
