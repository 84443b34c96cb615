package dev.registrar.gateway.operations;

import dev.registrar.gateway.http.AllowedMethodsHandler;
import dev.registrar.gateway.http.Answer;
import dev.registrar.gateway.http.FailureHandler;
import dev.registrar.gateway.http.HttpSettings;
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
import java.util.Set;

/** Serves the metrics of this JVM, in the text format of Prometheus, where they are wanted. */
public final class OperationsVerticle extends AbstractVerticle {
    private static final String METRICS = "/metrics";
    private static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

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
        new ServerAddress(settings.host(), settings.port(), "operations.port")
                .listen(vertx.createHttpServer(new HttpServerOptions().setHttp2ClearTextEnabled(false))
                        .requestHandler(router))
                .onSuccess(server -> port = server.actualPort())
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
        Answer.content(context, CONTENT_TYPE, Buffer.buffer(meters.scrape()));
    }
}
