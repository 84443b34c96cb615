package dev.registrar.gateway.http;

import dev.registrar.gateway.connection.ClientConnection;
import dev.registrar.gateway.http.exchange.Exchange;
import io.netty.channel.Channel;
import io.netty.handler.codec.http2.Http2Error;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a server stop without cutting off a response. Once the stop is announced, each response over HTTP/1.1 is the
 * last one on its connection and says so. An HTTP/2 client gets GOAWAY when nothing is in progress on its connection,
 * because some clients, such as Java's before version 24, fail requests in progress when they get it. The first step of
 * every request; belongs to one event loop.
 */
public final class Drain implements Handler<RoutingContext> {
    private static final Logger LOG = LoggerFactory.getLogger(Drain.class);

    /** Time for the arrival of requests that clients sent before they knew that this server is stopping. */
    private static final Duration ARRIVAL = Duration.ofMillis(250);

    private final Vertx vertx;
    private final BooleanSupplier stopIsAnnounced;
    private final Duration timeout;
    private final Map<HttpConnection, UsedConnection> connections = new HashMap<>();
    private Optional<Channel> listening = Optional.empty();
    private boolean finishing;

    public Drain(Vertx vertx, BooleanSupplier stopIsAnnounced, Duration timeout) {
        this.vertx = vertx;
        this.stopIsAnnounced = stopIsAnnounced;
        this.timeout = timeout;
    }

    /** A connection that has had at least one request. */
    private static final class UsedConnection {
        private final boolean isHttp2;
        private int inProgress;
        private boolean isGoAwaySent;

        UsedConnection(boolean isHttp2) {
            this.isHttp2 = isHttp2;
        }
    }

    @Override
    public void handle(RoutingContext context) {
        var request = context.request();
        var connection = connections.computeIfAbsent(request.connection(), first -> track(request));
        connection.inProgress++;
        if (!connection.isHttp2) {
            context.addHeadersEndHandler(head -> announce(context));
        }
        context.addEndHandler(ended -> {
            connection.inProgress--;
            if (!connection.isHttp2 && (finishing || isLast(request))) {
                closeAfter(request);
            } else if (connection.isHttp2 && (finishing || stopIsAnnounced.getAsBoolean())) {
                endWhenIdle(request.connection(), connection);
            }
        });
        context.next();
    }

    /**
     * Stops accepting connections. Completes when all connections are closed, each after its last response, or when
     * {@code timeout} is over.
     */
    public Future<Void> finish() {
        finishing = true;
        listening.ifPresent(Drain::close);
        Map.copyOf(connections).forEach(this::endWhenIdle);
        vertx.setTimer(timeout.dividedBy(2).toMillis(), busy -> sendGoAwayToAll());
        return awaitClosed()
                .timeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .onFailure(late ->
                        LOG.warn("{} connections are being closed before their last response", connections.size()))
                .otherwiseEmpty();
    }

    /** Waits at least once: a connection counts from its first request on, which may still arrive. */
    private Future<Void> awaitClosed() {
        return vertx.timer(ARRIVAL.toMillis())
                .compose(waited -> connections.isEmpty() ? Future.succeededFuture() : awaitClosed());
    }

    private void endWhenIdle(HttpConnection connection, UsedConnection use) {
        if (use.inProgress == 0 && use.isHttp2) {
            sendGoAway(connection, use);
        } else if (use.inProgress == 0) {
            close(connection);
        }
    }

    /**
     * For connections that are never idle: most clients finish the requests in progress, and there is time for that.
     */
    private void sendGoAwayToAll() {
        Map.copyOf(connections).forEach((connection, use) -> {
            if (use.isHttp2) {
                sendGoAway(connection, use);
            }
        });
    }

    /** Requests that were sent before the client learns of the GOAWAY are still served (RFC 9113, 6.8). */
    private void sendGoAway(HttpConnection connection, UsedConnection use) {
        if (!use.isGoAwaySent) {
            use.isGoAwaySent = true;
            connection.goAway(Http2Error.NO_ERROR.code(), Integer.MAX_VALUE);
            vertx.setTimer(ARRIVAL.toMillis(), arrived -> {
                var unused = connection.shutdown(timeout.toMillis(), TimeUnit.MILLISECONDS);
            });
        }
    }

    private UsedConnection track(HttpServerRequest request) {
        var client = ClientConnection.of(request);
        listening = Optional.of(client.listener());
        client.whenClosed(() -> connections.remove(request.connection()));
        return new UsedConnection(Exchange.isHttp2(request));
    }

    private void announce(RoutingContext context) {
        if (stopIsAnnounced.getAsBoolean()) {
            context.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        }
    }

    private static boolean isLast(HttpServerRequest request) {
        return request.response().headers().contains(HttpHeaders.CONNECTION, HttpHeaders.CLOSE, true);
    }

    /** The request may still be arriving although its response has been sent. */
    private static void closeAfter(HttpServerRequest request) {
        if (request.isEnded()) {
            close(request.connection());
        } else {
            request.end().onComplete(arrived -> close(request.connection()));
        }
    }

    /** Everything that has been written is sent first. */
    private static void close(HttpConnection connection) {
        var unused = connection.close();
    }

    /** Closes only the listening socket; Vert.x would also close the connections accepted by it. */
    private static void close(Channel listening) {
        var unused = listening.close();
    }
}
