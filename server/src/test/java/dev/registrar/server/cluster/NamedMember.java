package dev.registrar.server.cluster;

import dev.registrar.platform.testing.Await;
import dev.registrar.server.configuration.Configuration;
import dev.registrar.server.node.Cluster;
import dev.registrar.server.testing.node.LocalCluster;
import dev.registrar.server.testing.node.ServiceProcess;
import io.vertx.core.VertxOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A node in its own JVM that resolves names from a file in place of DNS, and prints how many members it knows. */
final class NamedMember {
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
        Await.until("the node knows %s members or has ended".formatted(size), () -> knows(size) || !process.isAlive());
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
                Configuration.load(System.getenv(), System.getProperties()).values(), Map.of(), new VertxOptions()));
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
