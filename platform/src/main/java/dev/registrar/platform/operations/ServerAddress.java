package dev.registrar.platform.operations;

import io.netty.util.NetUtil;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The address on which a server listens.
 *
 * @param key the configuration key of the port
 */
public record ServerAddress(String host, int port, String key) {
    private static final Set<String> ALL_INTERFACES = Set.of("0.0.0.0", "::");
    private static final Pattern DIGITS_AND_DOTS = Pattern.compile("[\\d.]*");

    /** Whether a text is a host: an IP address, or a name, which may turn out to have no address. */
    public static boolean isHost(String text) {
        return !DIGITS_AND_DOTS.matcher(text).matches() || NetUtil.isValidIpV4Address(text);
    }

    /**
     * Whether this server and another one need the same port of the same interface, so that only one of them can start.
     */
    public boolean overlaps(ServerAddress other) {
        return port != 0 && port == other.port && (host.equals(other.host) || isGeneral() || other.isGeneral());
    }

    private boolean isGeneral() {
        return ALL_INTERFACES.contains(host);
    }

    /**
     * Starts a server on this address, with one port for all instances of a deployment. Fails with a message for
     * operators if that is not possible.
     */
    public Future<HttpServer> listen(HttpServer server, String deployment) {
        return server.listen(port == 0 ? anyPortOf(deployment) : port, host)
                .recover(failure -> Future.failedFuture(cannotListen(failure)));
    }

    /** For each negative number, Vert.x chooses one free port; with 0, each instance would listen on another one. */
    private static int anyPortOf(String deployment) {
        return -1 - (deployment.hashCode() & Character.MAX_VALUE);
    }

    /** Fails with a message for operators if a server could not listen on this address. Blocks. */
    public void requireFree() {
        try (var socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(host, port));
        } catch (IOException e) {
            throw cannotListen(e);
        }
    }

    /** Systems have different messages for a port that is in use and for a host that is not an address of this machine. */
    private StartException cannotListen(Throwable failure) {
        return new StartException(
                StartFailure.ADDRESS,
                "Cannot listen on %s (%s); choose another %s or %s.host"
                        .formatted(this, failure.getMessage(), key, key.substring(0, key.indexOf('.'))),
                failure);
    }

    @Override
    public String toString() {
        return "%s:%s".formatted(host.contains(":") ? "[%s]".formatted(host) : host, port);
    }
}
