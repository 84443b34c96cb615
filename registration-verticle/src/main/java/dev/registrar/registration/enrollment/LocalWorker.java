package dev.registrar.registration.enrollment;

import dev.registrar.platform.operations.RequestContext;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.shareddata.LocalMap;
import io.vertx.core.shareddata.Shareable;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;

/**
 * A worker of this node, for registrations that are created with a claim for it, which saves the transaction that would
 * claim them. Thread-safe.
 */
public final class LocalWorker implements Shareable {
    private static final String MAP = "registrar.enrollment.workers";

    private final Vertx vertx;
    private final Context context;
    private final ClaimScheduler scheduler;
    private final EnrollmentAttempts attempts;
    private final Map<String, String> columnsOfClaim;

    private LocalWorker(Vertx vertx, ClaimScheduler scheduler, EnrollmentAttempts attempts, Duration lease) {
        this.vertx = vertx;
        context = vertx.getOrCreateContext();
        this.scheduler = scheduler;
        this.attempts = attempts;
        columnsOfClaim = Claim.columnsOfNew(lease);
    }

    /** Registers the worker of the calling verticle. */
    static LocalWorker register(Vertx vertx, ClaimScheduler scheduler, EnrollmentAttempts attempts, Duration lease) {
        var worker = new LocalWorker(vertx, scheduler, attempts, lease);
        workers(vertx).put(worker, true);
        return worker;
    }

    void withdraw() {
        workers(vertx).remove(this);
    }

    /**
     * The worker that can attempt the most enrollments now; empty if this node has none that can attempt another one.
     */
    public static Optional<LocalWorker> withRoom(Vertx vertx) {
        return workers(vertx).keySet().stream()
                .max(Comparator.comparingInt(LocalWorker::room))
                .filter(worker -> worker.room() > 0);
    }

    private int room() {
        return attempts.room();
    }

    private static LocalMap<LocalWorker, Boolean> workers(Vertx vertx) {
        return vertx.sharedData().getLocalMap(MAP);
    }

    /** The columns of a new registration with a claim for this worker: SQL expressions by column. */
    public Map<String, String> columnsOfClaim() {
        return columnsOfClaim;
    }

    /**
     * Acquires a registration that has been committed with a claim for this worker. If the worker no longer runs, the
     * claim expires, and another worker claims the registration.
     *
     * @return the result of the attempt; fails if the worker has handed the claim back; may never complete
     */
    public Future<AttemptResult> acquire(Claim claim) {
        var result = Promise.<AttemptResult>promise();
        context.runOnContext(here -> scheduler.acquire(claim).onComplete(result));
        return RequestContext.kept(result.future());
    }
}
