package dev.registrar.gateway.operations;

import dev.registrar.gateway.connection.ConnectionLimits;
import dev.registrar.gateway.connection.Connections;
import dev.registrar.gateway.http.AllowedMethodsHandler;
import dev.registrar.gateway.http.FailureHandler;
import dev.registrar.gateway.http.HttpSettings;
import dev.registrar.gateway.http.Responses;
import dev.registrar.gateway.http.ServerAddress;
import dev.registrar.resource.settings.Settings;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.Set;

/** Serves the metrics of this JVM, in the text format of Prometheus, where they are wanted. */
public final class OperationsVerticle extends AbstractVerticle {
    private static final String METRICS = "/metrics";
    private static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    /** Many more than Prometheus needs. */
    private static final ConnectionLimits LIMITS =
            new ConnectionLimits(100, 10, 16_777_216, 1_048_576, Duration.ofSeconds(30));

    private final PrometheusMeterRegistry meters;
    private volatile int port;

    public OperationsVerticle(PrometheusMeterRegistry meters) {
        this.meters = meters;
    }

    /** Where it listens: a configured port 0 has become a real one. */
    public int port() {
        return port;
    }

    @Override
    public void start(Promise<Void> started) {
        var settings = Settings.read(config().getJsonObject("operations"), OperationsSettings.class);
        if (!settings.metrics()) {
            started.complete();
            return;
        }
        demandPortOfItsOwn(settings);
        var router = Router.router(vertx);
        FailureHandler.install(router);
        router.route(METRICS)
                .handler(new AllowedMethodsHandler(Set.of(HttpMethod.GET)))
                .handler(this::scrape);
        var server = vertx.createHttpServer(new HttpServerOptions().setHttp2ClearTextEnabled(false))
                .requestHandler(router);
        new ServerAddress(settings.host(), settings.port(), "operations.port")
                .listen(Connections.bound(server, LIMITS, vertx))
                .onSuccess(listening -> port = listening.actualPort())
                .<Void>mapEmpty()
                .onComplete(started);
    }

    /** Vert.x would let two servers share a port, and give each of them every other request. */
    private void demandPortOfItsOwn(OperationsSettings settings) {
        var api = Settings.read(config().getJsonObject("http"), HttpSettings.class);
        if (settings.port() != 0 && settings.port() == api.port()) {
            throw new IllegalArgumentException("operations.port must be another port than http.port");
        }
    }

    private void scrape(RoutingContext context) {
        Responses.content(context, CONTENT_TYPE, Buffer.buffer(meters.scrape()));
    }
}
