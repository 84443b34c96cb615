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
import dev.registrar.server.operations.OperationsSettings;
import dev.registrar.server.operations.OperationsVerticle;
import dev.registrar.server.operations.OperationsVerticle.Phase;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Verticle;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The verticles of a node on its Vert.x instance. They stop without losing requests, role by role: each finishes what it
 * has started before the roles that it depends on stop. The gateway sends the responses of its requests, the enrollment
 * worker returns its claims, and the others leave their addresses to other nodes and reply to requests that have arrived.
 */
public final class Deployment {
    private static final Logger LOG = LoggerFactory.getLogger("registrar");

    /** The schemas of resources, each after those that it refers to. */
    public static final List<Schema> RESOURCE_SCHEMAS =
            Stream.of(Role.values()).flatMap(role -> role.schema().stream()).toList();

    /** All schemas, each after those that it refers to. */
    public static final List<Schema> SCHEMAS = Stream.concat(
                    RESOURCE_SCHEMAS.stream(), Stream.of(new Schema(SessionService.SCHEMA, 1, ResourceTypes.of())))
            .toList();

    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.STARTING);
    private final Vertx vertx;
    private final JsonObject configuration;
    private final Roles roles;
    private final Optional<Future<Contract>> contract;
    private final OperationsVerticle operations;
    private final CustomVerticles others;
    private final Map<Role, String> deployments = new ConcurrentHashMap<>();

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

    /** Uses a contract that is being read or has been read; a node without a gateway has none. */
    public Deployment(Vertx vertx, JsonObject configuration, Roles roles, Optional<Future<Contract>> contract) {
        this.vertx = vertx;
        this.configuration = configuration;
        this.roles = roles;
        this.contract = contract;
        operations = new OperationsVerticle(phase::get, roles.parts());
        others = new CustomVerticles(vertx, configuration);
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
                .onSuccess(port -> phase.compareAndSet(Phase.STARTING, Phase.SERVING));
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

    /**
     * Stops the node without losing requests, then closes Vert.x. The custom verticles, which may send requests to all
     * roles, stop first.
     */
    public Future<Void> stop() {
        var wasServing = phase.getAndSet(Phase.STOPPING) == Phase.SERVING;
        // Belongs to no event loop, because none exists when it completes.
        var stopped = Promise.<Void>promise();
        (wasServing ? serveMeanwhile() : Future.<Void>succeededFuture())
                .compose(noticed -> others.undeploy())
                .compose(undeployed -> stopRoles())
                .onComplete(done -> vertx.close().onComplete(stopped));
        return wasServing ? stopped.future().onSuccess(left -> LOG.info("Registrar has stopped")) : stopped.future();
    }

    /** Until load balancers have noticed that the node is not ready any more; there are none without a gateway. */
    private Future<Void> serveMeanwhile() {
        var millis = TimeLimits.in(configuration).drainDelay().toMillis();
        if (millis == 0 || !roles.includes(Role.GATEWAY)) {
            return Future.succeededFuture();
        }
        LOG.info("Registrar stops in {} ms; until then, load balancers can take this node out of service", millis);
        return vertx.timer(millis);
    }

    private Future<Void> stopRoles() {
        var stopped = Future.<Void>succeededFuture();
        for (var role : Role.inOrderOfStop()) {
            stopped = stopped.compose(before -> stop(role));
        }
        return stopped;
    }

    private Future<Void> stop(Role role) {
        return Optional.ofNullable(deployments.remove(role))
                .map(vertx::undeploy)
                .orElseGet(Future::succeededFuture)
                .onFailure(failure -> LOG.warn("The role {} did not stop cleanly", role, failure))
                .otherwiseEmpty();
    }

    /** The port for operators; 0 if metrics and health are off. */
    public int operationsPort() {
        return operations.port();
    }

    /** All instances share one port. */
    private Future<Integer> deployGateways(Future<Contract> contract) {
        var gateways = Stream.generate(() -> new GatewayVerticle(contract, () -> phase.get() == Phase.STOPPING))
                .limit(roles.instances())
                .toList();
        return deploy(Role.GATEWAY, gateways.iterator()::next)
                .map(done -> gateways.get(0).port());
    }

    private Future<Void> deploy(Role role, Supplier<Verticle> verticle) {
        return vertx.deployVerticle(verticle, options().setInstances(roles.instances()))
                .onSuccess(deployment -> deployments.put(role, deployment))
                .mapEmpty();
    }

    private DeploymentOptions options() {
        return new DeploymentOptions().setConfig(configuration);
    }
}
