package dev.registrar.gateway.http.server;

import dev.registrar.resource.start.StartException;
import dev.registrar.resource.start.StartFault;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServer;

/**
 * Where a server listens.
 *
 * @param key the configuration key of the port
 */
public record ServerAddress(String host, int port, String key) {

    /** Starts a server here; fails, with a sentence for operators, where that cannot be. */
    public Future<HttpServer> listen(HttpServer server) {
        return server.listen(port, host)
                .recover(failure -> Future.failedFuture(new StartException(
                        StartFault.ADDRESS,
                        "%s:%d cannot be listened on (%s); choose another %s"
                                .formatted(host, port, failure.getMessage(), key),
                        failure)));
    }
}
