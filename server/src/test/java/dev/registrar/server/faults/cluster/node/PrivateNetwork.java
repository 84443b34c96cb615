package dev.registrar.server.faults.cluster.node;

import dev.registrar.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Hosts on this machine that share a network and can be cut off: Linux network namespaces connected by a bridge. Needs root,
 * {@code ip} and {@code iptables}.
 */
public final class PrivateNetwork implements AutoCloseable {
    private static final Duration COMMAND_LIMIT = Duration.ofSeconds(10);
    private static final List<Path> TOOLS = List.of(Path.of("/usr/sbin/ip"), Path.of("/usr/sbin/iptables"));

    private final String name = "reg" + ProcessHandle.current().pid();
    private final String prefix =
            "10.%s.%s.".formatted(100 + ProcessHandle.current().pid() % 100, 7);
    private final List<String> namespaces = new ArrayList<>();

    private PrivateNetwork() {}

    public static boolean isPossible() {
        return System.getProperty("user.name").equals("root") && TOOLS.stream().allMatch(Files::isExecutable);
    }

    public static PrivateNetwork open(int hosts) {
        var network = new PrivateNetwork();
        run("ip", "link", "add", network.name, "type", "bridge");
        run("ip", "address", "add", network.addressOfThisHost() + "/24", "dev", network.name);
        run("ip", "link", "set", network.name, "up");
        for (var number = 1; number <= hosts; number++) {
            network.add(number);
        }
        return network;
    }

    private void add(int number) {
        var namespace = name + "-" + number;
        run("ip", "netns", "add", namespace);
        namespaces.add(namespace);
        run("ip", "link", "add", namespace, "type", "veth", "peer", "name", "eth0", "netns", namespace);
        run("ip", "link", "set", namespace, "master", name, "up");
        run("ip", "-n", namespace, "address", "add", host(number).address() + "/24", "dev", "eth0");
        run("ip", "-n", namespace, "link", "set", "eth0", "up");
        run("ip", "-n", namespace, "link", "set", "lo", "up");
    }

    /** Returns the address of this host in the network. */
    public String addressOfThisHost() {
        return prefix + 254;
    }

    /** Returns one of the hosts, from 1. */
    public Host host(int number) {
        return new Host(prefix + number, List.of("ip", "netns", "exec", name + "-" + number));
    }

    /** Drops every packet from and to a host, without notice to either side. */
    public void cutOff(int number) {
        filter(number, "-A");
    }

    public void heal(int number) {
        filter(number, "-D");
    }

    private void filter(int number, String change) {
        for (var rule : List.of(List.of("INPUT", "-i"), List.of("OUTPUT", "-o"))) {
            runIn(number, "iptables", "-w", change, rule.get(0), rule.get(1), "eth0", "-j", "DROP");
        }
    }

    private void runIn(int number, String... command) {
        run(Stream.concat(host(number).within().stream(), Stream.of(command)).toArray(String[]::new));
    }

    private static void run(String... command) {
        try {
            var process = new ProcessBuilder(command).redirectErrorStream(true).start();
            Await.until("done: " + String.join(" ", command), COMMAND_LIMIT, () -> !process.isAlive());
            if (process.exitValue() != 0) {
                throw new AssertionError(String.join(" ", command) + ": "
                        + new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        namespaces.forEach(namespace -> run("ip", "netns", "delete", namespace));
        run("ip", "link", "delete", name);
    }
}
