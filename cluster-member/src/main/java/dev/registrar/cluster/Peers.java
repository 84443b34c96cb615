package dev.registrar.cluster;

import dev.registrar.cluster.ConnectingSide.HandshakeException;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The other nodes that this member looks for, as its settings name them. It can probe them without joining their
 * cluster. All methods block.
 *
 * @param handshake that of this member; empty if {@code cluster.admission} is {@code network}
 */
record Peers(ClusterSettings settings, Optional<Handshake> handshake) {
    private static final Logger LOG = LoggerFactory.getLogger(Peers.class);
    private static final int CONNECT_MILLIS = 2_000;

    /** The peers of a member. All members should agree on the further shared settings, too, which are given by key. */
    static Peers of(ClusterSettings settings, Map<String, String> shared) {
        return new Peers(
                settings, settings.usesHandshake() ? Optional.of(new Handshake(settings, shared)) : Optional.empty());
    }

    /** What is found at the address of a peer, and why it is no member of this cluster. */
    record Found(Kind kind, String reason) {}

    enum Kind {
        /** It belongs to the same cluster, or will. */
        MEMBER,
        /** The machine refuses the connection. */
        NOT_RUNNING,
        /** Nothing can be said about it, because it cannot be connected to. */
        UNREACHABLE,
        /** It does not let this member in, but may do so when it has started. */
        SILENT,
        /** It does not let this member in, and will not. */
        REFUSED
    }

    /** Returns their addresses; none of a DNS name that has no addresses yet. */
    List<SocketAddress> addresses() {
        return (settings.usesDns() ? addressesByName() : settings.memberAddresses().stream())
                .filter(member -> !isThisMember(member))
                .toList();
    }

    private Stream<SocketAddress> addressesByName() {
        return resolve(settings.membersDns())
                .map(address -> SocketAddress.inetSocketAddress(settings.port(), address.getHostAddress()));
    }

    private boolean isThisMember(SocketAddress member) {
        return member.port() == settings.port()
                && resolve(member.host()).anyMatch(resolve(settings.host()).toList()::contains);
    }

    private static Stream<InetAddress> resolve(String name) {
        try {
            return Stream.of(InetAddress.getAllByName(name));
        } catch (UnknownHostException unknown) {
            return Stream.empty();
        }
    }

    /**
     * Logs names without an address: one may get its address later, when its node starts. Fails if no member has an
     * address, because this node is among them and has one.
     */
    void requireNames() {
        var names = settings.usesDns()
                ? List.of(settings.membersDns())
                : settings.memberAddresses().stream().map(SocketAddress::host).toList();
        var unknown =
                names.stream().filter(name -> resolve(name).findAny().isEmpty()).toList();
        var listed = String.join(", ", unknown);
        if (unknown.equals(names) && !settings.usesDns()) {
            throw new IllegalStateException("cluster.members: no name has an address: " + listed);
        }
        if (!unknown.isEmpty()) {
            LOG.warn(
                    "The name {} ({}) has no addresses yet; this node looks for it again every few seconds",
                    listed,
                    settings.usesDns() ? "cluster.members-dns" : "cluster.members");
        }
    }

    /** Describes to operators where this member looks for them. */
    String search() {
        return settings.usesDns()
                ? "the addresses of %s (cluster.members-dns)".formatted(settings.membersDns())
                : "%s (cluster.members)".formatted(String.join(", ", settings.memberList()));
    }

    /**
     * Probes each peer, and returns which are running and which are not: the machine of one that is not running
     * refuses the connection. Fails with each address that cannot be resolved or reached, or does not belong to a
     * node of the same cluster.
     */
    String requireReachable() {
        if (settings.usesDns() && addressesByName().findAny().isEmpty()) {
            throw new IllegalStateException(
                    "cluster.members-dns: the name %s has no address".formatted(settings.membersDns()));
        }
        List<String> found = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        for (var peer : addresses()) {
            var probed = probe(peer);
            switch (probed.kind()) {
                case MEMBER -> found.add(peer + " is a node of this cluster");
                case NOT_RUNNING -> found.add(peer + " is not running");
                default -> wrong.add("cluster.members: %s: %s".formatted(peer, probed.reason()));
            }
        }
        if (!wrong.isEmpty()) {
            throw new IllegalStateException(String.join("; ", wrong));
        }
        return found.isEmpty() ? "there are none" : String.join(", ", found);
    }

    /** Connects to a peer and greets it as a member would. */
    Found probe(SocketAddress peer) {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(peer.host(), peer.port()), CONNECT_MILLIS);
            if (handshake.isEmpty()) {
                return probeHazelcast(socket);
            }
            ConnectingSide.run(handshake.get(), socket);
            return new Found(Kind.MEMBER, "");
        } catch (HandshakeException e) {
            return new Found(e.isFinal() ? Kind.REFUSED : Kind.SILENT, e.getMessage());
        } catch (UnknownHostException e) {
            return new Found(Kind.UNREACHABLE, "the name %s has no address".formatted(peer.host()));
        } catch (ConnectException e) {
            return new Found(Kind.NOT_RUNNING, "");
        } catch (IOException e) {
            return new Found(Kind.UNREACHABLE, "it cannot be reached (%s)".formatted(e.getMessage()));
        }
    }

    private static Found probeHazelcast(Socket connected) throws IOException {
        connected.setSoTimeout((int) ConnectingSide.LIMIT.toMillis());
        byte[] reply;
        try {
            connected.getOutputStream().write(AcceptedConnection.HAZELCAST);
            reply = connected.getInputStream().readNBytes(AcceptedConnection.HAZELCAST.length);
        } catch (SocketTimeoutException | SocketException silent) {
            reply = new byte[0];
        }
        if (Arrays.equals(reply, AcceptedConnection.HAZELCAST)) {
            return new Found(Kind.MEMBER, "");
        }
        return new Found(
                reply.length == 0 ? Kind.SILENT : Kind.REFUSED,
                "what listens there is no member without a handshake: all nodes need the same cluster.admission");
    }
}
