package dev.registrar.server.operations;

import dev.registrar.platform.operations.EventLoops;
import io.netty.util.concurrent.EventExecutor;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.ext.healthchecks.CheckResult;
import io.vertx.ext.healthchecks.HealthChecks;
import io.vertx.ext.healthchecks.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks whether all event loops turn: an event loop that does not turn serves nothing until the process is restarted.
 */
final class Liveness {
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private final Vertx vertx;
    private final SharedResult<CheckResult> result;

    Liveness(Vertx vertx) {
        this.vertx = vertx;
        var checks = HealthChecks.create(vertx)
                .register("event-loops", TIMEOUT.toMillis(), promise -> turn().onComplete(promise));
        result = new SharedResult<>(Duration.ZERO, checks::checkStatus);
    }

    Future<CheckResult> check() {
        return result.get();
    }

    private Future<Status> turn() {
        List<Future<Void>> turns = new ArrayList<>();
        for (var eventLoop : EventLoops.all(vertx)) {
            turns.add(turn(eventLoop));
        }
        return Future.all(turns).map(Status.OK());
    }

    private static Future<Void> turn(EventExecutor eventLoop) {
        var turned = Promise.<Void>promise();
        eventLoop.execute(turned::complete);
        return turned.future();
    }
}
