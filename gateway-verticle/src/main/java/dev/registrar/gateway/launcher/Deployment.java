package dev.registrar.gateway.launcher;

import dev.registrar.course.CourseVerticle;
import dev.registrar.gateway.GatewayVerticle;
import dev.registrar.gateway.operations.OperationsVerticle;
import dev.registrar.registration.RegistrationVerticle;
import dev.registrar.registration.enrollment.EnrollmentWorker;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Verticle;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** All verticles of the service on one Vert.x instance. */
public final class Deployment {
    private final PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final OperationsVerticle operations = new OperationsVerticle(meters);
    private final Vertx vertx;
    private final DeploymentOptions options;

    public Deployment(Vertx vertx, JsonObject configuration) {
        this.vertx = vertx;
        List.of(new JvmMemoryMetrics(), new JvmThreadMetrics(), new ProcessorMetrics())
                .forEach(binder -> binder.bindTo(meters));
        options = new DeploymentOptions().setConfig(configuration);
    }

    /**
     * Starts the verticles, those first that others need: the registrations' schema refers to the courses', and nobody
     * should reach the gateway before there is something behind it.
     *
     * @return the port on which the gateway listens
     */
    public Future<Integer> start() {
        var gateway = new GatewayVerticle();
        return deploy(new CourseVerticle())
                .compose(id -> deploy(new RegistrationVerticle()))
                .compose(id -> deploy(new EnrollmentWorker(meters)))
                .compose(id -> deploy(operations))
                .compose(id -> deploy(gateway))
                .map(id -> gateway.port());
    }

    /** The port where operators look; 0 when they are offered nothing. */
    public int operationsPort() {
        return operations.port();
    }

    private Future<String> deploy(Verticle verticle) {
        return vertx.deployVerticle(verticle, options);
    }
}
