package dev.registrar.server.faults.cluster.node;

import dev.registrar.server.testing.node.ServiceProcess;
import dev.registrar.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** HAProxy with the shipped configuration file. */
public final class LoadBalancer implements AutoCloseable {
    private static final Path PROGRAM = Path.of("/usr/sbin/haproxy");
    private static final int PORT = 8000;

    private final String address;
    private final Path log;
    private final ServiceProcess process;

    private LoadBalancer(String address, Path log, ServiceProcess process) {
        this.address = address;
        this.log = log;
        this.process = process;
    }

    static boolean isInstalled() {
        return Files.isExecutable(PROGRAM);
    }

    public static LoadBalancer start(String address, List<Host> nodes, Path log) {
        var environment = Map.of(
                "REGISTRAR_LOAD_BALANCER", address + ":" + PORT,
                "REGISTRAR_NODE_1", nodes.get(0).address(),
                "REGISTRAR_NODE_2", nodes.get(1).address(),
                "REGISTRAR_NODE_3", nodes.get(2).address());
        var process = ServiceProcess.run(
                List.of(PROGRAM.toString(), "-f", "../deploy/haproxy/haproxy.cfg"), environment, log);
        return new LoadBalancer(address, log, process);
    }

    public String url() {
        return "http://%s:%s".formatted(address, PORT);
    }

    /** Waits until the load balancer sends requests to a node again. */
    public void awaitUp(int node) {
        Await.until("the load balancer uses node-%s".formatted(node), () -> !isDown(node));
    }

    /** Returns whether HAProxy considers a node down: it does not at the start, and logs each change. */
    public boolean isDown(int node) {
        return log().lines()
                .filter(line -> line.contains("Server nodes/node-%s is ".formatted(node)))
                .reduce((earlier, later) -> later)
                .filter(last -> !last.contains(" is UP"))
                .isPresent();
    }

    /** Everything that it has logged. */
    public String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.end("TERM");
    }
}
