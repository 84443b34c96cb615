package dev.registrar.gateway.cluster;

import dev.registrar.gateway.cluster.handshake.ConnectingSide;
import dev.registrar.gateway.cluster.handshake.Handshake;
import dev.registrar.gateway.cluster.handshake.HandshakeException;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The other nodes that this node looks for, as its settings name them. It can visit them without joining their cluster. All
 * methods block.
 *
 * @param handshake that of this node
 * @param areRequired whether this node must not be alone when it has joined
 */
record Neighbors(ClusterSettings settings, Handshake handshake, boolean areRequired) {
    private static final Logger LOG = LoggerFactory.getLogger(Neighbors.class);
    private static final int CONNECT_MILLIS = 2_000;

    /** What is found at the address of a neighbor. */
    sealed interface Found {
        /** A node that belongs to the same cluster, or will. */
        record Node() implements Found {}

        /** Nothing: the machine refuses the connection. */
        record NotRunning() implements Found {}

        /** Nothing can be said about it, because it cannot be connected to. */
        record Unreachable(String reason) implements Found {}

        /**
         * Something that does not let this node in.
         *
         * @param isFinal whether it will say the same the next time
         */
        record Stranger(String reason, boolean isFinal) implements Found {}
    }

    /** Returns their addresses; none of a DNS name that has no addresses yet. */
    List<SocketAddress> addresses() {
        return (settings.usesDns() ? addressesByName() : settings.memberAddresses().stream())
                .filter(member -> !isThisNode(member))
                .toList();
    }

    Stream<SocketAddress> addressesByName() {
        return resolve(settings.membersDns())
                .map(address -> SocketAddress.inetSocketAddress(settings.port(), address.getHostAddress()));
    }

    private boolean isThisNode(SocketAddress member) {
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
     * Logs names without an address. A name may get its address later, when its node starts; but this node's own is among
     * the members and has one.
     *
     * @throws IllegalStateException if no member has an address
     */
    void requireNames() {
        if (settings.usesDns()) {
            if (addressesByName().findAny().isEmpty()) {
                LOG.warn(
                        "The name {} (cluster.members-dns) has no addresses yet: this node starts alone and joins the"
                                + " others when they are found",
                        settings.membersDns());
            }
            return;
        }
        var members = settings.memberAddresses();
        var unknown = members.stream()
                .map(SocketAddress::host)
                .filter(name -> resolve(name).findAny().isEmpty())
                .toList();
        if (unknown.size() == members.size()) {
            throw new IllegalStateException(
                    "cluster.members: no name has an address: %s".formatted(String.join(", ", unknown)));
        }
        if (!unknown.isEmpty()) {
            LOG.warn(
                    "cluster.members: {} has no address yet; this node looks for it again every few seconds",
                    String.join(", ", unknown));
        }
    }

    /** Describes to operators where this node looks for them. */
    String search() {
        return settings.usesDns()
                ? "the addresses of %s (cluster.members-dns)".formatted(settings.membersDns())
                : "%s (cluster.members)".formatted(String.join(", ", settings.memberList()));
    }

    /** Connects to a neighbor and does the handshake. */
    Found visit(SocketAddress neighbor) {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(neighbor.host(), neighbor.port()), CONNECT_MILLIS);
            ConnectingSide.run(handshake, socket);
            return new Found.Node();
        } catch (HandshakeException e) {
            return new Found.Stranger(e.getMessage(), e.isFinal());
        } catch (UnknownHostException e) {
            return new Found.Unreachable("the name %s has no address".formatted(neighbor.host()));
        } catch (ConnectException e) {
            return new Found.NotRunning();
        } catch (IOException e) {
            return new Found.Unreachable("it cannot be reached (%s)".formatted(e.getMessage()));
        }
    }
}
