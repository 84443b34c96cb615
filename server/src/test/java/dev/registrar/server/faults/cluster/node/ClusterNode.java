package dev.registrar.server.faults.cluster.node;

import dev.registrar.server.testing.node.ServiceProcess;
import dev.registrar.testing.Await;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One node: the runnable jar in its own JVM, which tests can kill, freeze, stop and start again. */
public final class ClusterNode {
    private static final int PORT = 8080;
    private static final int OPERATIONS_PORT = 8081;
    /** How long a start may take on a machine that is busy with several builds. */
    private static final Duration START_LIMIT = Duration.ofMinutes(5);

    private static final Duration STOP_LIMIT = Duration.ofSeconds(30);
    private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(1);

    private final Host host;
    private final Path configuration;
    private final Path log;
    private final Map<String, String> environment;
    private volatile ServiceProcess process;

    /**
     * Creates a node that does not run yet.
     *
     * @param directory contains its configuration in {@code conf}; its log is written there
     * @param environment environment variables that override its configuration
     */
    public ClusterNode(Host host, Path directory, Map<String, String> environment) {
        this.host = host;
        configuration = directory.resolve("conf");
        log = directory.resolve(host.address() + ".log");
        this.environment = new HashMap<>(environment);
        this.environment.putAll(Map.of(
                "REGISTRAR_HTTP_HOST", host.address(),
                "REGISTRAR_HTTP_PORT", Integer.toString(PORT),
                "REGISTRAR_OPERATIONS_HOST", host.address(),
                "REGISTRAR_OPERATIONS_PORT", Integer.toString(OPERATIONS_PORT),
                "REGISTRAR_CLUSTER_HOST", host.address()));
    }

    /** Launches the node with all roles, without waiting for it. */
    public void launch(Path jar) {
        launch(jar, "gateway,course,registration,enrollment");
    }

    public void launch(Path jar, String roles) {
        List<String> command = new ArrayList<>(host.within());
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1"));
        command.addAll(ServiceProcess.optionsOf(jar));
        command.addAll(
                List.of("-jar", jar.toString(), "--cluster", "--roles", roles, "--conf", configuration.toString()));
        process = ServiceProcess.run(command, environment, log);
    }

    public void awaitReady() {
        Await.until(
                "the node at %s is ready, or has ended".formatted(host.address()),
                START_LIMIT,
                () -> isReady() || !isAlive());
        if (!isAlive()) {
            throw new AssertionError(log());
        }
    }

    /** Returns the readiness that a load balancer sees. */
    public boolean isReady() {
        return status(OPERATIONS_PORT, "/ready") == 200;
    }

    /** Returns whether a GET of this path succeeds at this node, whichever node processes it. */
    public boolean serves(String path) {
        return status(PORT, path) == 200;
    }

    private int status(int port, String path) {
        try {
            var probe = (HttpURLConnection) URI.create("http://%s:%s%s".formatted(host.address(), port, path))
                    .toURL()
                    .openConnection();
            probe.setConnectTimeout((int) PROBE_TIMEOUT.toMillis());
            probe.setReadTimeout((int) PROBE_TIMEOUT.toMillis());
            probe.setRequestProperty("Authorization", Administrator.authorization());
            return probe.getResponseCode();
        } catch (IOException noResponse) {
            return 0;
        }
    }

    public boolean isAlive() {
        return process != null && process.isAlive();
    }

    public String log() {
        return process.output();
    }

    public void kill() {
        process.end("KILL");
    }

    public void freeze() {
        process.signal("STOP");
    }

    public void thaw() {
        process.signal("CONT");
    }

    /** Stops the node with SIGTERM and waits until it has ended. */
    public void stop() {
        process.signal("TERM");
        Await.until("the node has ended:\n" + log(), STOP_LIMIT, () -> !isAlive());
    }
}
