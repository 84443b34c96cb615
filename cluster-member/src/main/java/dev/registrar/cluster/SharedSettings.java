package dev.registrar.cluster;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The settings of a node on which all nodes of a cluster have to agree. Settings that only one of two nodes knows are
 * not compared: nodes of different releases can tell each other different ones.
 *
 * @param values by name; neither names nor values contain line breaks
 */
record SharedSettings(Map<String, String> values) {
    static final int BYTES = 512;

    private static final String NODE = "node";
    private static final String CONNECTED_TO = "connected to";
    private static final String EVENT_BUS = "event bus";
    private static final String ENCRYPTED = "encrypted";

    public SharedSettings {
        values = new LinkedHashMap<>(values);
    }

    /** The settings of this member; the others, by key, are those that work badly if they differ. */
    static SharedSettings of(ClusterSettings settings, Map<String, String> others) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put(NODE, "%s:%s".formatted(settings.host(), settings.port()));
        values.put(EVENT_BUS, settings.usesTls() ? ENCRYPTED : "not " + ENCRYPTED);
        values.putAll(others);
        values.put(
                "cluster.silence-limit",
                "%s s".formatted(settings.silenceLimit().toSeconds()));
        return new SharedSettings(values);
    }

    /** The same settings, on a connection that this node has opened to an address. */
    SharedSettings connectedTo(InetAddress address, int port) {
        var extended = new SharedSettings(values);
        extended.values.put(CONNECTED_TO, textOf(address, port));
        return extended;
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
     * Returns why a connection of the node with these settings is not meant for the node that it has reached at an
     * address; empty if it is. Otherwise, whoever has the address of a lost node could pass the handshakes of others
     * on, and then use their connections.
     */
    Optional<String> redirectionTo(InetAddress address, int port) {
        var intended = values.get(CONNECTED_TO);
        var reached = textOf(address, port);
        return reached.equals(intended)
                ? Optional.empty()
                : Optional.of(
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
