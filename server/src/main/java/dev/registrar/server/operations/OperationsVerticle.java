package dev.registrar.server.operations;

import dev.registrar.cluster.RegistrarCluster;
import dev.registrar.gateway.connection.ClientConnections;
import dev.registrar.gateway.connection.ConnectionLimits;
import dev.registrar.gateway.http.AllowedMethodsHandler;
import dev.registrar.gateway.http.RequestHeadHandler;
import dev.registrar.gateway.http.exchange.CommonHeaders;
import dev.registrar.gateway.http.exchange.FailureHandler;
import dev.registrar.gateway.http.exchange.Responses;
import dev.registrar.platform.operations.EventLoops;
import dev.registrar.platform.operations.NodeMetrics;
import dev.registrar.platform.operations.NodeMetrics.Part;
import dev.registrar.platform.settings.Settings;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.tracing.TracingPolicy;
import io.vertx.ext.healthchecks.CheckResult;
import io.vertx.ext.healthchecks.HealthChecks;
import io.vertx.ext.healthchecks.Status;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Serves metrics in the text format of Prometheus, and the health of this node, for operators and load balancers. */
public final class OperationsVerticle extends AbstractVerticle {
    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";
    private static final String JSON = "application/json";

    /** Many more than Prometheus and load balancers need. */
    private static final ConnectionLimits LIMITS = new ConnectionLimits(16_777_216, 10, Duration.ofSeconds(30));

    private static final Duration LONGEST_TURN = Duration.ofSeconds(1);

    /** How long metrics that must be read, for example from the database, are good for further requests. */
    private static final Duration FRESH = Duration.ofSeconds(1);

    private final PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Supplier<Phase> phase;
    private final Parts parts;
    private volatile int port;

    /**
     * The parts that a node needs to work.
     *
     * @param verticles the verticles on this node that report their health
     * @param addresses the event-bus addresses for which some node must have a consumer
     */
    public record Parts(List<String> verticles, List<String> addresses) {}

    /** A node is ready for requests while it is serving. */
    public enum Phase {
        STARTING,
        SERVING,
        STOPPING
    }

    /** Must be deployed before all other verticles, which use its metrics. */
    public OperationsVerticle(Supplier<Phase> phase, Parts parts) {
        this.phase = phase;
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
        new FailureHandler(CommonHeaders.PLAIN, List.of()).install(router);
        router.route().handler(context -> {
            RequestHeadHandler.requireValidUrl(context.request());
            context.next();
        });
        var readiness = new Readiness(vertx, phase, parts);
        if (settings.metrics()) {
            var polled = new SharedResult<>(FRESH, measure(readiness)::refresh);
            route(router, "/metrics", context -> scrape(context, polled.get()));
        }
        if (settings.health()) {
            var liveness = HealthChecks.create(vertx)
                    .register(
                            "event-loops",
                            LONGEST_TURN.toMillis(),
                            promise -> EventLoops.turn(vertx).map(Status.OK()).onComplete(promise));
            route(router, "/live", context -> report(context, liveness::checkStatus));
            route(router, "/ready", context -> report(context, readiness::check));
        }
        return router;
    }

    /** Offers metrics to the verticles of this node, and measures the process itself: its version, cluster and JVM. */
    private NodeMetrics measure(Readiness readiness) {
        var metrics = NodeMetrics.register(vertx, meters);
        var version = Optional.ofNullable(getClass().getPackage().getImplementationVersion());
        metrics.gauge("registrar.build.info", "Always 1", () -> 1, "version", version.orElse("unknown"));
        metrics.gauge(
                "registrar.cluster.nodes",
                "Nodes of the cluster, as this node sees it",
                () -> RegistrarCluster.nodes(vertx));
        var isReady = new Part<CheckResult>(
                "registrar.ready", "1 if the node is ready for requests", result -> result.getUp() ? 1 : 0);
        metrics.read(readiness::check, List.of(isReady));
        Stream.<MeterBinder>of(
                        new JvmMemoryMetrics(),
                        new JvmGcMetrics(),
                        new JvmThreadMetrics(),
                        new ProcessorMetrics(),
                        new UptimeMetrics())
                .forEach(binder -> binder.bindTo(meters));
        return metrics;
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
        var json = result.toJson();
        json.remove("outcome");
        Responses.send(context, JSON, json.toBuffer());
    }
}
