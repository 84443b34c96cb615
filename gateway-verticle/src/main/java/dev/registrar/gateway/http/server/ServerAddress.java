package dev.registrar.gateway.http.server;

import dev.registrar.resource.start.StartException;
import dev.registrar.resource.start.StartFault;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/**
 * Where a server listens.
 *
 * @param key the configuration key of the port
 */
public record ServerAddress(String host, int port, String key) {

    /** Starts a server here; fails, with a sentence for operators, where that cannot be. */
    public Future<HttpServer> listen(HttpServer server) {
        return server.listen(port, host).recover(failure -> Future.failedFuture(refuse(failure)));
    }

    /**
     * Looks, on this thread, whether a server could listen here.
     *
     * @throws StartException with a sentence for operators, when it could not
     */
    public void requireFree() {
        try (var socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(host, port));
        } catch (IOException e) {
            throw refuse(e);
        }
    }

    private StartException refuse(Throwable failure) {
        return new StartException(
                StartFault.ADDRESS,
                "%s cannot be listened on (%s); choose another %s".formatted(this, failure.getMessage(), key),
                failure);
    }

    @Override
    public String toString() {
        return "%s:%d".formatted(host, port);
    }
}
