package dev.registrar.gateway.launcher;

import dev.registrar.course.CourseVerticle;
import dev.registrar.gateway.GatewayVerticle;
import dev.registrar.gateway.contract.Contract;
import dev.registrar.gateway.operations.OperationsVerticle;
import dev.registrar.registration.RegistrationVerticle;
import dev.registrar.registration.enrollment.EnrollmentWorker;
import dev.registrar.resource.NodeDatabase;
import dev.registrar.resource.type.Schema;
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
import java.util.function.Supplier;

/** The verticles of a node on its Vert.x instance. */
public final class Deployment {
    /** Each after those that it refers to. */
    static final List<Schema> SCHEMAS = List.of(CourseVerticle.SCHEMA, RegistrationVerticle.SCHEMA);

    private final PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final OperationsVerticle operations = new OperationsVerticle(meters);
    private final Vertx vertx;
    private final JsonObject configuration;
    private final Roles roles;

    public Deployment(Vertx vertx, JsonObject configuration) {
        this(vertx, configuration, Roles.ALL);
    }

    public Deployment(Vertx vertx, JsonObject configuration, Roles roles) {
        this.vertx = vertx;
        this.configuration = configuration;
        this.roles = roles;
        List.of(new JvmMemoryMetrics(), new JvmThreadMetrics(), new ProcessorMetrics())
                .forEach(binder -> binder.bindTo(meters));
    }

    /**
     * Brings the schemas up to date, starts the verticles, and last the gateway: nobody should reach it before there is
     * something behind it. The contract is read meanwhile.
     *
     * @return the port on which the gateway listens; 0 without a gateway
     */
    public Future<Integer> start() {
        if (!roles.include(Role.GATEWAY)) {
            return startBehindGateway().map(0);
        }
        var contract = Contract.load(vertx);
        return startBehindGateway().compose(done -> deployGateways(contract));
    }

    private Future<Void> startBehindGateway() {
        return prepareDatabase()
                .compose(done -> Future.all(
                        deployIfTaken(Role.COURSE, CourseVerticle::new),
                        deployIfTaken(Role.REGISTRATION, RegistrationVerticle::new),
                        deployIfTaken(Role.ENROLLMENT, () -> new EnrollmentWorker(meters))))
                .compose(done -> vertx.deployVerticle(operations, options(configuration)))
                .mapEmpty();
    }

    private Future<Void> prepareDatabase() {
        if (!roles.needDatabase()) {
            return Future.succeededFuture();
        }
        var database = new NodeDatabase(vertx, configuration);
        return database.requireServer(roles.connections(configuration)).compose(server -> database.migrate(SCHEMAS));
    }

    /** The port where operators look; 0 when they are offered nothing. */
    public int operationsPort() {
        return operations.port();
    }

    private Future<Void> deployIfTaken(Role role, Supplier<Verticle> verticle) {
        return roles.include(role) ? deploy(verticle, roles.instances(), configuration) : Future.succeededFuture();
    }

    /** All share the port of the first one, which may be any free one. */
    private Future<Integer> deployGateways(Future<Contract> contract) {
        var first = new GatewayVerticle(contract);
        return vertx.deployVerticle(first, options(configuration))
                .compose(done ->
                        deploy(() -> new GatewayVerticle(contract), roles.instances() - 1, onPort(first.port())))
                .map(done -> first.port());
    }

    private JsonObject onPort(int port) {
        var same = configuration.copy();
        same.getJsonObject("http").put("port", port);
        return same;
    }

    private Future<Void> deploy(Supplier<Verticle> verticle, int instances, JsonObject settings) {
        return instances == 0
                ? Future.succeededFuture()
                : vertx.deployVerticle(verticle, options(settings).setInstances(instances))
                        .mapEmpty();
    }

    private static DeploymentOptions options(JsonObject settings) {
        return new DeploymentOptions().setConfig(settings);
    }
}
