package dev.registrar.gateway.faults.cluster.node;

import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Client;
import dev.registrar.gateway.testing.node.ServiceProcess;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One node: the runnable jar in a JVM of its own, which tests kill, freeze, stop and start again. */
public final class ClusterNode {
    private static final int PORT = 8080;
    private static final int OPERATIONS_PORT = 8081;
    private static final Duration STOP_LIMIT = Duration.ofSeconds(30);
    private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(1);

    private final Place place;
    private final Path configuration;
    private final Path log;
    private final Map<String, String> environment;
    private volatile ServiceProcess process;

    /**
     * A node that does not run yet.
     *
     * @param directory holds its configuration in {@code conf}, and gets its log
     * @param environment what differs from its configuration folder
     */
    public ClusterNode(Place place, Path directory, Map<String, String> environment) {
        this.place = place;
        configuration = directory.resolve("conf");
        log = directory.resolve(place.address() + ".log");
        this.environment = new HashMap<>(environment);
        this.environment.putAll(Map.of(
                "REGISTRAR_HTTP_HOST", place.address(),
                "REGISTRAR_HTTP_PORT", Integer.toString(PORT),
                "REGISTRAR_OPERATIONS_HOST", place.address(),
                "REGISTRAR_OPERATIONS_PORT", Integer.toString(OPERATIONS_PORT),
                "REGISTRAR_CLUSTER_HOST", place.address()));
    }

    /** Launches it with all roles, and does not wait. */
    public void launch(Path jar) {
        launch(jar, "gateway,course,registration,enrollment");
    }

    public void launch(Path jar, String roles) {
        List<String> command = new ArrayList<>(place.within());
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-jar",
                jar.toString(),
                "--cluster",
                "--roles",
                roles,
                "--conf",
                configuration.toString()));
        process = ServiceProcess.run(command, environment, log);
    }

    public void awaitReady() {
        Await.until("the node at %s is ready, or has ended".formatted(place.address()), () -> isReady() || !isAlive());
        if (!isAlive()) {
            throw new AssertionError(log());
        }
    }

    /** What a load balancer learns. */
    public boolean isReady() {
        return status(OPERATIONS_PORT, "/ready") == 200;
    }

    /** Whether it serves a request that any node may have to work on. */
    public boolean serves(String path) {
        return status(PORT, path) == 200;
    }

    private int status(int port, String path) {
        try {
            var probe = (HttpURLConnection) URI.create("http://%s:%d%s".formatted(place.address(), port, path))
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

    /** A client of this node alone. */
    public Client client() {
        return Administrator.client(url());
    }

    /** A client of this node alone, without credentials. */
    public Client anonymous() {
        return Client.of(url());
    }

    private String url() {
        return "http://%s:%d".formatted(place.address(), PORT);
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

    /** Stops it as an operator does, and waits for its end. */
    public void stop() {
        process.signal("TERM");
        Await.until("the node has ended:\n" + log(), STOP_LIMIT, () -> !isAlive());
    }
}
