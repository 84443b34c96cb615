package dev.registrar.gateway.cluster.handshake;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The settings of a node on which all nodes of a cluster have to agree. Settings that only one of two nodes knows are not
 * compared: nodes of different releases can tell each other different ones.
 *
 * @param values by name; neither names nor values contain line breaks
 */
public record SharedSettings(Map<String, String> values) {
    static final int BYTES = 512;

    private static final String NODE = "node";
    private static final String CONNECTED_TO = "connected to";
    private static final String EVENT_BUS = "event bus";
    private static final String ENCRYPTED = "encrypted";

    public SharedSettings {
        values = new LinkedHashMap<>(values);
    }

    /**
     * Creates the settings of a node.
     *
     * @param node the address that it announces to the others
     * @param isEncrypted whether its event bus is encrypted: two nodes that differ in this cannot reach each other
     * @param others settings that work badly if they differ, by key
     */
    public static SharedSettings of(String node, boolean isEncrypted, Map<String, String> others) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put(NODE, node);
        values.put(EVENT_BUS, isEncrypted ? ENCRYPTED : "not " + ENCRYPTED);
        values.putAll(others);
        return new SharedSettings(values);
    }

    /** The same settings, on a connection that this node has opened to an address. */
    SharedSettings connectedTo(InetAddress address, int port) {
        Map<String, String> extended = new LinkedHashMap<>(values);
        extended.put(CONNECTED_TO, textOf(address, port));
        return new SharedSettings(extended);
    }

    /** The same text on both sides: the scope of a link-local address is the name of an interface of one of them. */
    private static String textOf(InetAddress address, int port) {
        return "%s:%s".formatted(address.getHostAddress().replaceFirst("%.*", ""), port);
    }

    /** Reads what {@link #toBytes()} wrote. Only for bytes of a node that has proven to know the secret. */
    static SharedSettings read(byte[] bytes) {
        Map<String, String> values = new LinkedHashMap<>();
        new String(bytes, StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.split("=", 2))
                .filter(pair -> pair.length == 2)
                .forEach(pair -> values.put(pair[0], pair[1]));
        return new SharedSettings(values);
    }

    /** Always {@value #BYTES} bytes: a line for each setting, and zeros. */
    byte[] toBytes() {
        var lines = values.entrySet().stream()
                .map(setting -> setting.getKey() + "=" + setting.getValue() + "\n")
                .collect(Collectors.joining());
        var bytes = lines.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > BYTES) {
            throw new IllegalArgumentException("cluster.host is too long");
        }
        return Arrays.copyOf(bytes, BYTES);
    }

    /** The address of the node. */
    String node() {
        return values.get(NODE);
    }

    /** Returns why a node with these settings and the remote one cannot belong to one cluster; empty if they can. */
    Optional<String> conflictWith(SharedSettings remote) {
        var own = values.get(EVENT_BUS);
        var others = remote.values().getOrDefault(EVENT_BUS, own);
        return others.equals(own)
                ? Optional.empty()
                : Optional.of(
                        "the event bus of the node at %s is %s, that of the node at %s is %s: set cluster.tls-certificate, cluster.tls-key and cluster.tls-authority on all nodes or on none"
                                .formatted(remote.node(), others, node(), own));
    }

    /**
     * Returns why a connection of the node with these settings is not meant for the node that it has reached at an address;
     * empty if it is. Otherwise, whoever has the address of a lost node could pass the handshakes of others on, and then use their
     * connections. Earlier releases do not say where they connect to.
     */
    Optional<String> redirectionTo(InetAddress address, int port) {
        var reached = textOf(address, port);
        return Optional.ofNullable(values.get(CONNECTED_TO))
                .filter(intended -> !intended.equals(reached))
                .map(intended ->
                        "the node at %s has connected to %s and was redirected to %s; nodes must reach each other at the addresses at which they listen"
                                .formatted(node(), intended, reached));
    }

    /** Returns a sentence for each setting that differs, although both nodes can belong to one cluster. */
    List<String> differencesFrom(SharedSettings remote) {
        return values.keySet().stream()
                .filter(name -> !name.equals(NODE) && !name.equals(EVENT_BUS))
                .filter(name -> remote.values().containsKey(name))
                .filter(name -> !remote.values().get(name).equals(values.get(name)))
                .map(name -> "%s is %s on this node and %s on the node at %s; all nodes need the same"
                        .formatted(name, values.get(name), remote.values().get(name), remote.node()))
                .toList();
    }
}
