package dev.registrar.gateway.faults.cluster.node;

import dev.registrar.gateway.testing.Await;
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
 * Hosts on this machine that share a network, each of which can be cut off: network namespaces of Linux, joined by a bridge.
 * It takes root, {@code ip} and {@code iptables}.
 */
public final class PrivateNetwork implements AutoCloseable {
    private static final Duration COMMAND_LIMIT = Duration.ofSeconds(10);
    private static final List<Path> TOOLS = List.of(Path.of("/usr/sbin/ip"), Path.of("/usr/sbin/iptables"));

    private final String name = "reg" + ProcessHandle.current().pid();
    private final String prefix =
            "10.%d.%d.".formatted(100 + ProcessHandle.current().pid() % 100, 7);
    private final List<String> hosts = new ArrayList<>();

    private PrivateNetwork() {}

    public static boolean isPossible() {
        return System.getProperty("user.name").equals("root") && TOOLS.stream().allMatch(Files::isExecutable);
    }

    public static PrivateNetwork open(int hosts) {
        var network = new PrivateNetwork();
        run("ip", "link", "add", network.name, "type", "bridge");
        run("ip", "address", "add", network.here() + "/24", "dev", network.name);
        run("ip", "link", "set", network.name, "up");
        for (var number = 1; number <= hosts; number++) {
            network.add(number);
        }
        return network;
    }

    private void add(int number) {
        var host = name + "-" + number;
        run("ip", "netns", "add", host);
        hosts.add(host);
        run("ip", "link", "add", host, "type", "veth", "peer", "name", "eth0", "netns", host);
        run("ip", "link", "set", host, "master", name, "up");
        run("ip", "-n", host, "address", "add", place(number).address() + "/24", "dev", "eth0");
        run("ip", "-n", host, "link", "set", "eth0", "up");
        run("ip", "-n", host, "link", "set", "lo", "up");
    }

    /** The address of this host itself in the network. */
    public String here() {
        return prefix + 254;
    }

    /** One of the hosts, from 1. */
    public Place place(int number) {
        return new Place(prefix + number, List.of("ip", "netns", "exec", name + "-" + number));
    }

    /** Loses every packet from and to a host, without a word to anybody. */
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

    /** Loses every packet between a host and some others, and no other. */
    public void separate(int number, int... others) {
        filterBetween(number, others, "-A");
    }

    public void reunite(int number, int... others) {
        filterBetween(number, others, "-D");
    }

    private void filterBetween(int number, int[] others, String change) {
        for (var other : others) {
            var address = place(other).address();
            for (var rule : List.of(List.of("INPUT", "-s"), List.of("OUTPUT", "-d"))) {
                runIn(number, "iptables", "-w", change, rule.get(0), rule.get(1), address, "-j", "DROP");
            }
        }
    }

    private void runIn(int number, String... command) {
        run(Stream.concat(place(number).within().stream(), Stream.of(command)).toArray(String[]::new));
    }

    private static void run(String... command) {
        try {
            var process = new ProcessBuilder(command).redirectErrorStream(true).start();
            Await.until(String.join(" ", command), COMMAND_LIMIT, () -> !process.isAlive());
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
        hosts.forEach(host -> run("ip", "netns", "delete", host));
        run("ip", "link", "delete", name);
    }
}
