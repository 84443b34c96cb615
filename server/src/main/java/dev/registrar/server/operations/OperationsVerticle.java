package dev.registrar.server.operations;

import dev.registrar.gateway.connection.ClientConnections;
import dev.registrar.gateway.connection.ConnectionLimits;
import dev.registrar.gateway.http.AllowedMethodsHandler;
import dev.registrar.gateway.http.RequestHeadHandler;
import dev.registrar.gateway.http.exchange.CommonHeaders;
import dev.registrar.gateway.http.exchange.FailureHandler;
import dev.registrar.gateway.http.exchange.Responses;
import dev.registrar.platform.operations.NodeMetrics;
import dev.registrar.platform.operations.NodeMetrics.Part;
import dev.registrar.platform.settings.Settings;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.json.JsonObject;
import io.vertx.core.tracing.TracingPolicy;
import io.vertx.ext.healthchecks.CheckResult;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Serves metrics in the text format of Prometheus, and the health of this node, for operators and load balancers. */
public final class OperationsVerticle extends AbstractVerticle {
    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";
    private static final String JSON = "application/json";

    /** Many more than Prometheus and load balancers need. */
    private static final ConnectionLimits LIMITS = new ConnectionLimits(16_777_216, 10, Duration.ofSeconds(30));

    /** How long metrics that must be read, for example from the database, are good for further requests. */
    private static final Duration FRESH = Duration.ofSeconds(1);

    private final PrometheusMeterRegistry meters;
    private final NodeState state;
    private final Parts parts;
    private volatile int port;

    /**
     * The parts that a node needs to work.
     *
     * @param verticles the verticles on this node that report their health
     * @param addresses the event-bus addresses for which some node must have a consumer
     */
    public record Parts(List<String> verticles, List<String> addresses) {
        public Parts {
            verticles = List.copyOf(verticles);
            addresses = List.copyOf(addresses);
        }
    }

    public OperationsVerticle(PrometheusMeterRegistry meters, NodeState state, Parts parts) {
        this.meters = meters;
        this.state = state;
        this.parts = parts;
    }

    /** The port on which the started server listens, also if the configured port is 0. */
    public int port() {
        return port;
    }

    @Override
    public void start(Promise<Void> started) {
        var settings = Settings.read(config(), "operations", OperationsSettings.class);
        if (settings.offersNothing()) {
            started.complete();
            return;
        }
        var options = new HttpServerOptions()
                .setHttp2ClearTextEnabled(false)
                .setTracingPolicy(TracingPolicy.IGNORE)
                .setIdleTimeout((int) LIMITS.idleTimeout().toSeconds());
        var server = ClientConnections.newServer(vertx, options, LIMITS).requestHandler(router(settings));
        settings.address()
                .listen(server, deploymentID())
                .onSuccess(listening -> port = listening.actualPort())
                .<Void>mapEmpty()
                .onComplete(started);
    }

    private Router router(OperationsSettings settings) {
        var router = Router.router(vertx);
        FailureHandler.install(router, CommonHeaders.PLAIN, List.of());
        router.route().handler(context -> {
            RequestHeadHandler.requireValidUrl(context.request());
            context.next();
        });
        var readiness = new Readiness(vertx, state, parts);
        if (settings.metrics()) {
            measure(readiness);
            var polled = new SharedResult<>(FRESH, () -> NodeMetrics.of(vertx).refresh());
            route(router, "/metrics", context -> scrape(context, polled.get()));
        }
        if (settings.health()) {
            var liveness = new Liveness(vertx);
            route(router, "/live", context -> report(context, liveness::check));
            route(router, "/ready", context -> report(context, readiness::check));
        }
        return router;
    }

    private void measure(Readiness readiness) {
        var isReady = new Part<CheckResult>(
                "registrar.ready", "1 if the node is ready for requests", result -> result.getUp() ? 1 : 0);
        NodeMetrics.of(vertx).read(readiness::check, List.of(isReady));
    }

    private static void route(Router router, String path, Handler<RoutingContext> handler) {
        router.route(path)
                .handler(new AllowedMethodsHandler(Set.of(HttpMethod.GET)))
                .handler(handler);
    }

    private void scrape(RoutingContext context, Future<Void> polled) {
        Responses.sendWhenKnown(
                polled.map(read -> Buffer.buffer(meters.scrape())),
                text -> Responses.send(context, TEXT, text),
                context::fail);
    }

    private static void report(RoutingContext context, Supplier<Future<CheckResult>> check) {
        Responses.sendWhenKnown(check.get(), result -> report(context, result), context::fail);
    }

    private static void report(RoutingContext context, CheckResult result) {
        context.response().setStatusCode(result.getUp() ? 200 : 503);
        Responses.send(context, JSON, json(result).toBuffer());
    }

    private static JsonObject json(CheckResult result) {
        var json = result.toJson();
        json.remove("outcome");
        return json;
    }
}
