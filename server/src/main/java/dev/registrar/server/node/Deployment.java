package dev.registrar.server.node;

import dev.registrar.gateway.GatewayVerticle;
import dev.registrar.gateway.contract.Contract;
import dev.registrar.platform.session.SessionService;
import dev.registrar.platform.settings.Settings;
import dev.registrar.platform.settings.TimeLimits;
import dev.registrar.resource.NodeDatabase;
import dev.registrar.resource.type.ResourceTypes;
import dev.registrar.resource.type.Schema;
import dev.registrar.server.node.verticles.CustomVerticles;
import dev.registrar.server.operations.NodeMeters;
import dev.registrar.server.operations.NodeState;
import dev.registrar.server.operations.OperationsSettings;
import dev.registrar.server.operations.OperationsVerticle;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Verticle;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The verticles of a node on its Vert.x instance. */
public final class Deployment {
    /** The schemas of resources, each after those that it refers to. */
    public static final List<Schema> RESOURCE_SCHEMAS =
            Stream.of(Role.values()).flatMap(role -> role.schema().stream()).toList();

    /** All schemas, each after those that it refers to. */
    public static final List<Schema> SCHEMAS = Stream.concat(
                    RESOURCE_SCHEMAS.stream(), Stream.of(new Schema(SessionService.SCHEMA, 1, ResourceTypes.of())))
            .toList();

    private final PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final NodeState state = new NodeState();
    private final Vertx vertx;
    private final JsonObject configuration;
    private final Roles roles;
    private final Optional<Future<Contract>> contract;
    private final OperationsVerticle operations;
    private final CustomVerticles others;
    private final Shutdown shutdown;

    public Deployment(Vertx vertx, JsonObject configuration) {
        this(vertx, configuration, Roles.ALL);
    }

    public Deployment(Vertx vertx, JsonObject configuration, Roles roles) {
        this(
                vertx,
                configuration,
                roles,
                roles.includes(Role.GATEWAY) ? Optional.of(Contract.load(vertx)) : Optional.empty());
    }

    /**
     * Uses a contract that is being read or has been read.
     *
     * @param contract empty for a node without a gateway
     */
    public Deployment(Vertx vertx, JsonObject configuration, Roles roles, Optional<Future<Contract>> contract) {
        this.vertx = vertx;
        this.configuration = configuration;
        this.roles = roles;
        this.contract = contract;
        if (Settings.read(configuration, "operations", OperationsSettings.class).metrics()) {
            NodeMeters.start(vertx, meters);
        }
        operations = new OperationsVerticle(meters, state, roles.parts());
        others = new CustomVerticles(vertx, configuration);
        shutdown = new Shutdown(vertx, state, drainDelay(), others);
    }

    /**
     * Brings the schemas up to date, then starts the verticles of the roles, and the gateway last, so that it is not
     * reachable before the verticles behind it; then the custom verticles, which may send requests to all of them.
     *
     * @return the port on which the gateway listens; 0 without a gateway; fails only after everything that was started
     *     has finished, which would otherwise fail because Vert.x is closed
     */
    public Future<Integer> start() {
        return startRoles()
                .compose(port -> others.deploy().compose(done -> warmUp()).map(port))
                .onSuccess(port -> state.serve());
    }

    /** Only if a load balancer can wait for it. */
    private Future<Void> warmUp() {
        var schemas =
                roles.taken().stream().flatMap(role -> role.schema().stream()).toList();
        return Settings.read(configuration, "operations", OperationsSettings.class)
                        .health()
                ? new NodeWarmUp(vertx, schemas).run()
                : Future.succeededFuture();
    }

    private Future<Integer> startRoles() {
        return contract.map(read -> Future.join(read, startBehindGateway()).compose(done -> deployGateways(read)))
                .orElseGet(() -> startBehindGateway().map(0));
    }

    private Future<Void> startBehindGateway() {
        return vertx.deployVerticle(operations, options())
                .compose(done -> prepareDatabase())
                // Waits for the others even if one fails, because a verticle that is opening connections cannot be
                // stopped cleanly.
                .compose(done -> Future.join(roles.taken().stream()
                        .map(role -> role.verticle()
                                .map(verticle -> deploy(role, verticle))
                                .orElseGet(Future::succeededFuture))
                        .toList()))
                .mapEmpty();
    }

    private Future<Void> prepareDatabase() {
        if (!roles.needsDatabase()) {
            return Future.succeededFuture();
        }
        var database = new NodeDatabase(vertx, configuration);
        return database.requireServer(roles.connections(configuration)).compose(server -> database.migrate(SCHEMAS));
    }

    /** Stops the node without losing requests, then closes Vert.x. */
    public Future<Void> stop() {
        return shutdown.run();
    }

    /** Without a gateway, there is no load balancer in front of the node. */
    private Duration drainDelay() {
        return roles.includes(Role.GATEWAY) ? TimeLimits.in(configuration).drainDelay() : Duration.ZERO;
    }

    /** The port for operators; 0 if metrics and health are off. */
    public int operationsPort() {
        return operations.port();
    }

    /** All instances share one port. */
    private Future<Integer> deployGateways(Future<Contract> contract) {
        var gateways = Stream.generate(() -> new GatewayVerticle(contract, state::isStopping))
                .limit(roles.instances())
                .toList();
        return deploy(Role.GATEWAY, gateways.iterator()::next)
                .map(done -> gateways.get(0).port());
    }

    private Future<Void> deploy(Role role, Supplier<Verticle> verticle) {
        return vertx.deployVerticle(verticle, options().setInstances(roles.instances()))
                .onSuccess(deployment -> shutdown.add(role, deployment))
                .mapEmpty();
    }

    private DeploymentOptions options() {
        return new DeploymentOptions().setConfig(configuration);
    }
}
