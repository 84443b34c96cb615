package dev.registrar.gateway.cluster;

import dev.registrar.resource.settings.Settings;
import dev.registrar.resource.start.StartException;
import dev.registrar.resource.start.StartFailure;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Checks from outside whether a node that starts here could reach the other nodes of its cluster. */
public final class OtherMembers {
    private static final int CONNECT_MILLIS = 2_000;

    private final Vertx vertx;
    private final ClusterSettings settings;

    /**
     * Reads the settings.
     *
     * @param configuration all sections
     */
    public OtherMembers(Vertx vertx, JsonObject configuration) {
        this.vertx = vertx;
        settings = Settings.read(configuration, "cluster", ClusterSettings.class);
    }

    /**
     * Connects to each member. A member whose machine refuses the connection is simply not running. Whether the others
     * have the same secret is known only when this node joins.
     *
     * @return which nodes are listening and which are not; fails with a {@link StartException} that names each address
     *     that cannot be resolved or reached
     */
    public Future<String> requireReachable() {
        return vertx.executeBlocking(
                () -> {
                    List<String> found = new ArrayList<>();
                    List<String> unreachable = new ArrayList<>();
                    addresses()
                            .filter(member -> !isThisNode(member))
                            .forEach(member -> look(member, found, unreachable));
                    if (!unreachable.isEmpty()) {
                        throw new StartException(StartFailure.CLUSTER, String.join("; ", unreachable));
                    }
                    return found.isEmpty() ? "there are none" : String.join(", ", found);
                },
                false);
    }

    private boolean isThisNode(SocketAddress member) {
        return member.port() == settings.port() && member.host().equals(settings.host());
    }

    private Stream<SocketAddress> addresses() {
        return settings.usesDns() ? addressesOf(settings.membersDns()) : settings.memberAddresses().stream();
    }

    private Stream<SocketAddress> addressesOf(String name) {
        try {
            return Stream.of(InetAddress.getAllByName(name))
                    .map(address -> SocketAddress.inetSocketAddress(settings.port(), address.getHostAddress()));
        } catch (UnknownHostException e) {
            throw new StartException(
                    StartFailure.CLUSTER, "cluster.members-dns: the name %s has no address".formatted(name), e);
        }
    }

    private static void look(SocketAddress member, List<String> found, List<String> unreachable) {
        var name = "%s:%d".formatted(member.host(), member.port());
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(member.host(), member.port()), CONNECT_MILLIS);
            found.add(name + " is listening");
        } catch (UnknownHostException e) {
            unreachable.add("cluster.members: the name %s has no address".formatted(member.host()));
        } catch (ConnectException e) {
            found.add(name + " is not running");
        } catch (IOException e) {
            unreachable.add("cluster.members: %s cannot be reached (%s)".formatted(name, e.getMessage()));
        }
    }
}
