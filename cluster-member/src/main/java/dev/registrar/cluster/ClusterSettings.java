package dev.registrar.cluster;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.EventBusOptions;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.SocketAddress;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How this member and the others of its cluster reach each other. The section {@code cluster} of {@code
 * conf/cluster.yaml} describes each key.
 *
 * @param name distinguishes the clusters of a network
 * @param secret known to every member of the cluster; may be blank if {@code admission} is {@code network}
 * @param host the address on which this member listens and which it announces to the others
 * @param port the port for other members
 * @param eventBusPort the port for messages; 0 for any free port
 * @param members the addresses of the nodes, with or without this one, separated by commas
 * @param membersDns a DNS name with the addresses of the nodes; if it is not blank, {@code members} is ignored
 * @param silenceLimit how long a member may be silent before it is given up
 * @param admission {@code handshake}: only those who know the secret are let in; {@code network}: everyone who can
 *     connect
 * @param tlsCertificate a PEM file with the certificate that identifies this member; blank to send messages unencrypted
 * @param tlsKey a PEM file with its private key
 * @param tlsAuthority a PEM file with the authority that issued the certificates of all members
 */
public record ClusterSettings(
        String name,
        String secret,
        String host,
        int port,
        int eventBusPort,
        String members,
        String membersDns,
        Duration silenceLimit,
        String admission,
        String tlsCertificate,
        String tlsKey,
        String tlsAuthority) {
    private static final String HANDSHAKE = "handshake";
    private static final String NETWORK = "network";
    private static final int SHORTEST_SECRET = 16;
    private static final int EVENT_BUS_MILLIS = 2_000;
    private static final Duration SHORTEST_SILENCE = Duration.ofSeconds(2);
    private static final Duration LONGEST_SILENCE = Duration.ofMinutes(1);
    private static final Pattern MEMBER = Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[\\w.-]+)(?::(\\d{1,5}))?");
    private static final Pattern DURATION = Pattern.compile("(\\d{1,6}) ?(ms|s|min)");

    /** What an application need not set; the same as in {@code conf/cluster.yaml}. */
    private static final JsonObject DEFAULTS = new JsonObject()
            .put("name", "registrar")
            .put("secret", "")
            .put("host", "127.0.0.1")
            .put("port", 5701)
            .put("event-bus-port", 0)
            .put("members", "127.0.0.1:5701, 127.0.0.1:5702, 127.0.0.1:5703")
            .put("members-dns", "")
            .put("silence-limit", "5 s")
            .put("admission", HANDSHAKE)
            .put("tls-certificate", "")
            .put("tls-key", "")
            .put("tls-authority", "");

    public ClusterSettings {
        Map<String, Boolean> rules = new LinkedHashMap<>();
        rules.put(
                "cluster.admission must be one of handshake, network",
                List.of(HANDSHAKE, NETWORK).contains(admission));
        rules.put(
                "cluster.secret %s at least 16 characters"
                        .formatted(secret.isEmpty() ? "is missing; set it on all nodes to the same" : "must have"),
                secret.length() >= SHORTEST_SECRET || admission.equals(NETWORK));
        rules.put("cluster.host must be the address of this node", !host.isBlank());
        rules.put("cluster.port must be from 1 to 65535", isPort(port));
        rules.put("cluster.event-bus-port must be from 0 to 65535", eventBusPort == 0 || isPort(eventBusPort));
        rules.put(
                "cluster.members or cluster.members-dns must name the nodes of the cluster",
                !members.isBlank() || !membersDns.isBlank());
        listOf(members)
                .forEach(member -> rules.put(
                        "cluster.members: \"%s\" is not an address such as 10.0.0.7:5701".formatted(member),
                        isAddress(member)));
        rules.put(
                "cluster.silence-limit must be from 2 s to 1 min",
                silenceLimit.compareTo(SHORTEST_SILENCE) >= 0 && silenceLimit.compareTo(LONGEST_SILENCE) <= 0);
        rules.put("cluster.silence-limit must be a number of seconds", silenceLimit.toMillisPart() == 0);
        var tlsFiles = Stream.of(tlsCertificate, tlsKey, tlsAuthority);
        rules.put(
                "cluster.tls-certificate, cluster.tls-key and cluster.tls-authority must all be set or all be blank",
                tlsFiles.map(String::isBlank).distinct().count() == 1);
        var broken = rules.keySet().stream().filter(rule -> !rules.get(rule)).toList();
        if (!broken.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", broken));
        }
    }

    /**
     * Reads the settings of an application.
     *
     * @param section keys of {@code conf/cluster.yaml} without their prefix, such as {@code secret} and {@code
     *     members}; each may be missing
     * @throws IllegalArgumentException naming each key that is unknown or has a wrong value
     */
    public static ClusterSettings of(JsonObject section) {
        var unknown = new TreeSet<>(section.fieldNames());
        unknown.removeAll(DEFAULTS.fieldNames());
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("There is no key cluster." + String.join(" or cluster.", unknown));
        }
        var values = DEFAULTS.copy().mergeIn(section);
        return new ClusterSettings(
                text(values, "name"),
                text(values, "secret"),
                text(values, "host"),
                number(values, "port"),
                number(values, "event-bus-port"),
                text(values, "members"),
                text(values, "members-dns"),
                duration(values, "silence-limit"),
                text(values, "admission"),
                text(values, "tls-certificate"),
                text(values, "tls-key"),
                text(values, "tls-authority"));
    }

    private static String text(JsonObject values, String key) {
        var value = values.getValue(key);
        if (value == null) {
            throw new IllegalArgumentException("cluster.%s must have a value".formatted(key));
        }
        return value.toString();
    }

    /** Also of a text: what comes from an environment variable is one. */
    private static int number(JsonObject values, String key) {
        try {
            return Integer.parseInt(text(values, key));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("cluster.%s must be a whole number".formatted(key), e);
        }
    }

    private static Duration duration(JsonObject values, String key) {
        var written = DURATION.matcher(text(values, key));
        if (!written.matches()) {
            throw new IllegalArgumentException("cluster.%s must be a duration such as 5 s".formatted(key));
        }
        var amount = Long.parseLong(written.group(1));
        return switch (written.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            default -> Duration.ofMinutes(amount);
        };
    }

    private static List<String> listOf(String text) {
        return Stream.of(text.split(",", -1))
                .map(String::strip)
                .filter(element -> !element.isEmpty())
                .toList();
    }

    /** The port may be missing. */
    private static boolean isAddress(String member) {
        var address = MEMBER.matcher(member);
        return address.matches() && (address.group(2) == null || isPort(Integer.parseInt(address.group(2))));
    }

    private static boolean isPort(int port) {
        return port >= 1 && port <= 65_535;
    }

    List<String> memberList() {
        return listOf(members);
    }

    List<SocketAddress> memberAddresses() {
        return memberList().stream().map(this::address).toList();
    }

    private SocketAddress address(String member) {
        var colon = member.lastIndexOf(':');
        return colon < 0 || member.endsWith("]")
                ? SocketAddress.inetSocketAddress(port, unbracketed(member))
                : SocketAddress.inetSocketAddress(
                        Integer.parseInt(member.substring(colon + 1)), unbracketed(member.substring(0, colon)));
    }

    private static String unbracketed(String address) {
        return address.startsWith("[") ? address.substring(1, address.length() - 1) : address;
    }

    boolean usesDns() {
        return !membersDns.isBlank();
    }

    boolean usesHandshake() {
        return admission.equals(HANDSHAKE);
    }

    boolean usesTls() {
        return !tlsCertificate.isBlank();
    }

    /** Whether only processes of this machine reach this member. */
    boolean isOnLoopback() {
        return host.equals("localhost") || host.equals("::1") || host.startsWith("127.");
    }

    /**
     * The options of the event bus: its address, timeouts that notice a lost member soon, and its certificates. Blocks
     * while it reads them.
     *
     * @throws IllegalArgumentException naming the key and the file if a certificate or private key cannot be used
     */
    public EventBusOptions eventBusOptions() {
        var options = new EventBusOptions()
                .setHost(host)
                .setPort(eventBusPort)
                .setConnectTimeout(EVENT_BUS_MILLIS)
                .setClusterPingInterval(EVENT_BUS_MILLIS)
                .setClusterPingReplyInterval(EVENT_BUS_MILLIS);
        return usesTls() ? encrypt(options) : options;
    }

    /** Both sides of a connection must present a certificate of the authority. */
    private EventBusOptions encrypt(EventBusOptions options) {
        var pair = new PemKeyCertOptions()
                .addCertValue(certificates("tls-certificate", tlsCertificate))
                .addKeyValue(read("tls-key", tlsKey));
        try {
            // Needs no Vert.x, because the options contain values instead of files.
            var unused = pair.getKeyManagerFactory(null);
        } catch (Exception e) {
            throw wrong("tls-key", tlsKey, "cannot be used with cluster.tls-certificate", e);
        }
        return options.setSsl(true)
                .setClientAuth(ClientAuth.REQUIRED)
                .setEnabledSecureTransportProtocols(Set.of("TLSv1.3", "TLSv1.2"))
                .setKeyCertOptions(pair)
                .setTrustOptions(new PemTrustOptions().addCertValue(certificates("tls-authority", tlsAuthority)));
    }

    private static Buffer certificates(String key, String file) {
        var content = read(key, file);
        try {
            var found = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(content.getBytes()));
            if (found.isEmpty()) {
                throw new CertificateException("It is empty");
            }
            return content;
        } catch (CertificateException e) {
            throw wrong(key, file, "contains no certificate in PEM format", e);
        }
    }

    private static Buffer read(String key, String file) {
        try {
            return Buffer.buffer(Files.readAllBytes(Path.of(file)));
        } catch (IOException | InvalidPathException e) {
            throw wrong(key, file, "cannot be read", e);
        }
    }

    private static IllegalArgumentException wrong(String key, String file, String objection, Exception cause) {
        return new IllegalArgumentException("cluster.%s: %s %s".formatted(key, file, objection), cause);
    }

    /** Omits the secret, so that it is never logged. */
    @Override
    public String toString() {
        return "cluster \"%s\" on %s:%s".formatted(name, host, port);
    }
}
