package dev.registrar.gateway.launcher;

import dev.registrar.gateway.cluster.Cluster;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One process of the service: all roles or some of them, alone or as a member of a cluster. */
final class Node implements Start.Startable {
    private static final Logger LOG = LoggerFactory.getLogger("registrar");

    private final JsonObject configuration;
    private final Roles roles;
    private final boolean clustered;
    private volatile Optional<Vertx> vertx = Optional.empty();
    private volatile Optional<Deployment> deployment = Optional.empty();
    private volatile boolean isReady;

    Node(JsonObject configuration, Roles roles, boolean clustered) {
        this.configuration = configuration;
        this.roles = roles;
        this.clustered = clustered;
    }

    @Override
    public void start() {
        RequiredSettings.requireIn(configuration, roles);
        (clustered ? Cluster.join(configuration) : Future.succeededFuture(Vertx.vertx()))
                .onSuccess(made -> vertx = Optional.of(made))
                .compose(this::deploy)
                .onSuccess(this::announce)
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    private Future<Integer> deploy(Vertx made) {
        var deployed = new Deployment(made, configuration, roles);
        deployment = Optional.of(deployed);
        return refusePasswords(made).compose(safe -> deployed.start());
    }

    private Future<Void> refusePasswords(Vertx made) {
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
