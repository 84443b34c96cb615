package dev.registrar.server.operations;

import dev.registrar.platform.operations.LocalHealth;
import dev.registrar.resource.bus.BusConsumer;
import dev.registrar.server.operations.OperationsVerticle.Parts;
import dev.registrar.server.operations.OperationsVerticle.Phase;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.healthchecks.CheckResult;
import io.vertx.ext.healthchecks.HealthChecks;
import io.vertx.ext.healthchecks.Status;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Checks whether the node can do its work now: it is serving, its verticles reach the database and find their schemas,
 * and every address that it sends requests to has a consumer on some node. Belongs to one event loop.
 */
final class Readiness {
    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    private static final Duration FRESH = Duration.ofMillis(500);

    /** If a node does not reply, it may be gone; then another one is asked. */
    private static final int PINGS = 3;

    /** All pings end before the check does. */
    private static final Duration PING_TIMEOUT = TIMEOUT.minusMillis(100).dividedBy(PINGS);

    private static final String NODE = "node";

    private final Vertx vertx;
    private final Supplier<Phase> phase;
    private final SharedResult<CheckResult> result;

    Readiness(Vertx vertx, Supplier<Phase> phase, Parts parts) {
        this.vertx = vertx;
        this.phase = phase;
        var checks = HealthChecks.create(vertx);
        checks.register(NODE, promise -> promise.complete(node()));
        parts.verticles()
                .forEach(verticle -> checks.register(
                        verticle,
                        TIMEOUT.toMillis(),
                        promise -> askVerticle(verticle).onComplete(promise)));
        parts.addresses()
                .forEach(address -> checks.register(
                        address,
                        TIMEOUT.toMillis(),
                        promise -> BusConsumer.ping(vertx, address, PINGS, PING_TIMEOUT)
                                .map(Status.OK())
                                .onComplete(promise)));
        result = new SharedResult<>(FRESH, checks::checkStatus);
    }

    /** Runs the checks; a node that is starting or stopping reports only that. */
    Future<CheckResult> check() {
        return phase.get() == Phase.SERVING
                ? result.get()
                : Future.succeededFuture(new CheckResult().setChecks(List.of(CheckResult.from(NODE, node()))));
    }

    private Status node() {
        var now = phase.get();
        var data = new JsonObject().put("phase", now.name().toLowerCase(Locale.ROOT));
        return now == Phase.SERVING ? Status.OK(data) : Status.KO(data);
    }

    private Future<Status> askVerticle(String verticle) {
        var options = new DeliveryOptions().setLocalOnly(true).setSendTimeout(TIMEOUT.toMillis());
        return vertx.eventBus()
                .<JsonObject>request(LocalHealth.addressOf(verticle), null, options)
                .map(reply -> Status.OK(reply.body()));
    }
}
