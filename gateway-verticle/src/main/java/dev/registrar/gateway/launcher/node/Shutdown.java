package dev.registrar.gateway.launcher.node;

import dev.registrar.gateway.operations.NodeState;
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
 * The stop of a node without loss, role by role: each ends what it has begun before those that it needs are stopped. The
 * gateway sends the responses of its requests, the enrollment worker hands back its claims, and the others leave their
 * addresses to other nodes and reply to what has arrived.
 */
final class Shutdown {
    private static final Logger LOG = LoggerFactory.getLogger("registrar");

    private final Vertx vertx;
    private final NodeState state;
    private final Duration drainDelay;
    private final Map<Role, String> deployments = new ConcurrentHashMap<>();

    /**
     * Makes it.
     *
     * @param drainDelay how long load balancers need to notice that the node is not ready any more
     */
    Shutdown(Vertx vertx, NodeState state, Duration drainDelay) {
        this.vertx = vertx;
        this.state = state;
        this.drainDelay = drainDelay;
    }

    /** Notes how to stop a role that has started. */
    void add(Role role, String deployment) {
        deployments.put(role, deployment);
    }

    /** Completes when nothing of the node is left. */
    Future<Void> run() {
        var wasServing = state.isServing();
        state.stop();
        // Of no event loop: there is none any more when it completes.
        var stopped = Promise.<Void>promise();
        (wasServing ? serveMeanwhile() : Future.<Void>succeededFuture())
                .compose(noticed -> stopRoles())
                .onComplete(undeployed -> vertx.close().onComplete(stopped));
        return wasServing ? stopped.future().onSuccess(left -> LOG.info("Registrar has stopped")) : stopped.future();
    }

    private Future<Void> serveMeanwhile() {
        if (drainDelay.isZero()) {
            return Future.succeededFuture();
        }
        LOG.info("Registrar stops after {} ms, in which load balancers notice", drainDelay.toMillis());
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
                .onFailure(failure -> LOG.warn("The role {} cannot be stopped in an orderly way", role, failure))
                .otherwiseEmpty();
    }
}
