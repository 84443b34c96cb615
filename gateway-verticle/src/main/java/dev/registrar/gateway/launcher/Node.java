package dev.registrar.gateway.launcher;

import dev.registrar.gateway.cluster.Cluster;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One process of the service: all roles or some of them, alone or as a member of a cluster. */
final class Node implements Start.Startable {
    private static final Logger LOG = LoggerFactory.getLogger("registrar");

    private final Supplier<JsonObject> configuration;
    private final Roles roles;
    private final boolean clustered;
    private volatile Optional<Vertx> vertx = Optional.empty();
    private volatile Optional<Deployment> deployment = Optional.empty();
    private volatile boolean isReady;

    Node(Supplier<JsonObject> configuration, Roles roles, boolean clustered) {
        this.configuration = configuration;
        this.roles = roles;
        this.clustered = clustered;
    }

    /** Reads the configuration beside all that needs none: each takes some hundred milliseconds. */
    @Override
    public void start() {
        var read = Future.fromCompletionStage(CompletableFuture.supplyAsync(this::readConfiguration));
        (clustered ? read.compose(Cluster::join) : Future.succeededFuture(Vertx.vertx()))
                .onSuccess(made -> vertx = Optional.of(made))
                .compose(made -> deploy(made, read))
                .onSuccess(this::announce)
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    private JsonObject readConfiguration() {
        var read = configuration.get();
        RequiredSettings.requireIn(read, roles);
        return read;
    }

    private Future<Integer> deploy(Vertx made, Future<JsonObject> configurationRead) {
        var contract = Deployment.readContract(made, roles);
        return configurationRead
                .compose(read -> {
                    var deployed = new Deployment(made, read, roles, contract);
                    deployment = Optional.of(deployed);
                    return refusePasswords(made, read).compose(safe -> deployed.start());
                })
                // Until then, the contract is read through a Vert.x that must not be closed.
                .eventually(() -> contract.orElseGet(Future::succeededFuture));
    }

    private Future<Void> refusePasswords(Vertx made, JsonObject configuration) {
        return roles.include(Role.GATEWAY)
                ? new DevelopmentPasswords(made, configuration).refuse()
                : Future.succeededFuture();
    }

    private void announce(int port) {
        isReady = true;
        if (roles.include(Role.GATEWAY)) {
            LOG.info("Registrar is ready on port {}", port);
        } else {
            LOG.info("Registrar is ready: {}", roles);
        }
    }

    @Override
    public void stop() {
        deployment.map(Deployment::stop).or(() -> vertx.map(Vertx::close)).ifPresent(Start::await);
        if (isReady) {
            ClassArchive.writeIfWanted();
        }
    }
}
