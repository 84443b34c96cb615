package dev.registrar.gateway.cluster;

import dev.registrar.gateway.cluster.handshake.Handshake;
import dev.registrar.gateway.cluster.handshake.SharedSettings;
import dev.registrar.gateway.http.server.ServerAddress;
import dev.registrar.gateway.tls.CertificateFiles;
import dev.registrar.resource.settings.PemFile;
import dev.registrar.resource.settings.Settings;
import dev.registrar.resource.settings.SettingsErrors;
import io.vertx.core.net.SocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.HmacAlgorithms;
import org.apache.commons.codec.digest.HmacUtils;

/**
 * How this node and the other nodes of its cluster reach each other.
 *
 * @param name distinguishes the clusters of a network
 * @param secret known to every node of the cluster
 * @param host the address on which this node listens and which it announces to the others
 * @param port the port for other members
 * @param eventBusPort the port for messages; 0 for any free port
 * @param members the addresses of the nodes, with or without this one, separated by commas
 * @param membersDns a DNS name with the addresses of the nodes; if it is not blank, {@code members} is ignored
 * @param silenceLimit how long a node may be silent before it is given up
 * @param tlsCertificate a PEM file with the certificate that identifies this node; blank to send messages unencrypted
 * @param tlsKey a PEM file with its private key
 * @param tlsAuthority a PEM file with the authority that issued the certificates of all nodes
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
        String tlsCertificate,
        String tlsKey,
        String tlsAuthority) {
    private static final int SHORTEST_SECRET = 16;
    private static final Duration SHORTEST_SILENCE = Duration.ofSeconds(2);
    private static final Duration LONGEST_SILENCE = Duration.ofMinutes(1);
    private static final Pattern MEMBER = Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[\\w.-]+)(?::(\\d{1,5}))?");

    public ClusterSettings {
        var errors = new SettingsErrors();
        errors.require(
                secret.length() >= SHORTEST_SECRET,
                "cluster.secret %s at least 16 characters"
                        .formatted(secret.isEmpty() ? "is missing; set it on all nodes to the same" : "must have"));
        errors.require(!host.isBlank(), "cluster.host must be the address of this node");
        errors.require(isPort(port), "cluster.port must be from 1 to 65535");
        errors.require(eventBusPort == 0 || isPort(eventBusPort), "cluster.event-bus-port must be from 0 to 65535");
        errors.require(
                !members.isBlank() || !membersDns.isBlank(),
                "cluster.members or cluster.members-dns must name the nodes of the cluster");
        for (var member : Settings.elementsOf(members)) {
            errors.require(
                    isAddress(member),
                    "cluster.members: \"%s\" is not an address such as 10.0.0.7:5701".formatted(member));
        }
        errors.require(
                silenceLimit.compareTo(SHORTEST_SILENCE) >= 0 && silenceLimit.compareTo(LONGEST_SILENCE) <= 0,
                "cluster.silence-limit must be from 2 s to 1 min");
        errors.require(silenceLimit.toMillisPart() == 0, "cluster.silence-limit must be a number of seconds");
        var tlsFiles = Stream.of(tlsCertificate, tlsKey, tlsAuthority);
        errors.require(
                tlsFiles.map(String::isBlank).distinct().count() == 1,
                "cluster.tls-certificate, cluster.tls-key and cluster.tls-authority must all be set or all be blank");
        errors.throwIfAny();
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
        return Settings.elementsOf(members);
    }

    /** The members as addresses with ports. */
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

    boolean isOnLoopback() {
        return address().isOnLoopback();
    }

    boolean usesTls() {
        return !tlsCertificate.isBlank();
    }

    /** The address on which this node listens for other members. */
    public ServerAddress address() {
        return new ServerAddress(host, port, "cluster.port");
    }

    /** The address on which this node listens for messages. */
    public ServerAddress eventBusAddress() {
        return new ServerAddress(host, eventBusPort, "cluster.event-bus-port");
    }

    /**
     * Reads the files of the certificate and of the authority. Blocks.
     *
     * @return a description of the certificate in use
     * @throws IllegalArgumentException naming the setting and the file if one cannot be used
     */
    public String requireCertificate() {
        var unused = EventBusSettings.of(this);
        return usesTls() ? tlsCertificate + " can be used" : "none: messages are not encrypted";
    }

    /**
     * The handshake by which this node and others admit each other.
     *
     * @param shared further settings on which all nodes should agree, by key
     */
    Handshake handshake(Map<String, String> shared) {
        Map<String, String> others = new LinkedHashMap<>(shared);
        others.put("cluster.silence-limit", "%s s".formatted(silenceLimit.toSeconds()));
        return new Handshake(name, secret, SharedSettings.of("%s:%s".formatted(host, port), usesTls(), others));
    }

    CertificateFiles certificateFiles() {
        return CertificateFiles.in("cluster", tlsCertificate, tlsKey);
    }

    PemFile authorityFile() {
        return new PemFile("cluster.tls-authority", tlsAuthority);
    }

    /**
     * The name under which members join; it cannot be derived without the secret.
     */
    String joiningName() {
        return new HmacUtils(HmacAlgorithms.HMAC_SHA_256, secret).hmacHex("registrar " + name);
    }

    /** Omits the secret, so that it is never logged. */
    @Override
    public String toString() {
        return "cluster \"%s\" on %s:%s".formatted(name, host, port);
    }
}
