package dev.registrar.server.node;

import dev.registrar.server.node.verticles.CustomVerticles;
import dev.registrar.server.operations.NodeState;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stops a node without losing requests, role by role: each finishes what it has started before the roles that it
 * depends on stop. The gateway sends the responses of its requests, the enrollment worker returns its claims, and the
 * others leave their addresses to other nodes and reply to requests that have arrived.
 */
final class Shutdown {
    private static final Logger LOG = LoggerFactory.getLogger("registrar");

    private final Vertx vertx;
    private final NodeState state;
    private final Duration drainDelay;
    private final CustomVerticles others;
    private final Map<Role, String> deployments = new ConcurrentHashMap<>();

    /**
     * Creates the shutdown.
     *
     * @param drainDelay how long load balancers need to notice that the node is not ready any more
     * @param others the verticles that may send requests to all roles, and therefore stop before them
     */
    Shutdown(Vertx vertx, NodeState state, Duration drainDelay, CustomVerticles others) {
        this.vertx = vertx;
        this.state = state;
        this.drainDelay = drainDelay;
        this.others = others;
    }

    /** Records a role that has started and must be stopped. */
    void add(Role role, String deployment) {
        deployments.put(role, deployment);
    }

    /** Stops the node; completes when everything has stopped. */
    Future<Void> run() {
        var wasServing = state.isServing();
        state.stop();
        // Belongs to no event loop, because none exists when it completes.
        var stopped = Promise.<Void>promise();
        (wasServing ? serveMeanwhile() : Future.<Void>succeededFuture())
                .compose(noticed -> others.undeploy())
                .compose(undeployed -> stopRoles())
                .onComplete(done -> vertx.close().onComplete(stopped));
        return wasServing ? stopped.future().onSuccess(left -> LOG.info("Registrar has stopped")) : stopped.future();
    }

    private Future<Void> serveMeanwhile() {
        if (drainDelay.isZero()) {
            return Future.succeededFuture();
        }
        LOG.info(
                "Registrar stops in {} ms; until then, load balancers can take this node out of service",
                drainDelay.toMillis());
        return vertx.timer(drainDelay.toMillis());
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
}
