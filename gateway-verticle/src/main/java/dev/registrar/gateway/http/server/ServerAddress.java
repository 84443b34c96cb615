package dev.registrar.gateway.http.server;

import dev.registrar.resource.start.StartException;
import dev.registrar.resource.start.StartFailure;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/**
 * The address on which a server listens.
 *
 * @param key the configuration key of the port
 */
public record ServerAddress(String host, int port, String key) {

    /** Starts a server on this address; fails with a message for operators if that is not possible. */
    public Future<HttpServer> listen(HttpServer server) {
        return server.listen(port, host).recover(failure -> Future.failedFuture(cannotListen(failure)));
    }

    /**
     * Checks whether a server could listen on this address. Blocks.
     *
     * @throws StartException with a message for operators, if it could not
     */
    public void requireFree() {
        try (var socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(host, port));
        } catch (IOException e) {
            throw cannotListen(e);
        }
    }

    private StartException cannotListen(Throwable failure) {
        return new StartException(
                StartFailure.ADDRESS,
                "Cannot listen on %s (%s); choose another %s".formatted(this, failure.getMessage(), key),
                failure);
    }

    @Override
    public String toString() {
        return "%s:%d".formatted(host, port);
    }
}
