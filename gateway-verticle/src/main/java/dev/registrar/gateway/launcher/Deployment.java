package dev.registrar.gateway.launcher;

import dev.registrar.course.CourseVerticle;
import dev.registrar.gateway.GatewayVerticle;
import dev.registrar.registration.RegistrationVerticle;
import dev.registrar.registration.enrollment.EnrollmentWorker;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Verticle;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;

/** All verticles of the service on one Vert.x instance. */
public final class Deployment {
    private final Vertx vertx;
    private final DeploymentOptions options;

    public Deployment(Vertx vertx, JsonObject configuration) {
        this.vertx = vertx;
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
                .compose(id -> deploy(new EnrollmentWorker()))
                .compose(id -> deploy(gateway))
                .map(id -> gateway.port());
    }

    private Future<String> deploy(Verticle verticle) {
        return vertx.deployVerticle(verticle, options);
    }
}
