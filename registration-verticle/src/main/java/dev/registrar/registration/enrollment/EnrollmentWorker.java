package dev.registrar.registration.enrollment;

import dev.registrar.resource.bus.ResourceClient;
import dev.registrar.resource.settings.Settings;
import dev.registrar.resource.store.Database;
import dev.registrar.resource.store.DatabaseSettings;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Promise;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Completes enrollments. A message tells it of a pending registration at once; the poll, which is the truth, finds those
 * whose message was lost, or whose worker was. Several workers, on any nodes, share the work.
 */
public final class EnrollmentWorker extends AbstractVerticle {
    private static final Logger LOG = LoggerFactory.getLogger(EnrollmentWorker.class);
    private static final int POLL_BATCH = 100;
    private static final int HEARTBEATS_IN_A_LEASE = 3;

    private EnrollmentQueue queue;
    private EnrollmentAttempts attempts;
    private boolean polling;

    @Override
    public void start(Promise<Void> started) {
        var settings = Settings.read(config().getJsonObject("enrollment"), EnrollmentSettings.class);
        var database = Database.open(vertx, Settings.read(config().getJsonObject("database"), DatabaseSettings.class));
        queue = new EnrollmentQueue(database, settings.lease());
        attempts = new EnrollmentAttempts(queue, decider(settings), settings);
        var wakes = new Wakes(vertx, queue, attempts);
        vertx.setPeriodic(settings.pollInterval().toMillis(), timer -> {
            wakes.claimNext();
            poll();
        });
        vertx.setPeriodic(settings.lease().toMillis() / HEARTBEATS_IN_A_LEASE, timer -> attempts.keepClaims());
        vertx.eventBus().<String>consumer(EnrollmentBus.WORKER, wakes::add).completionHandler(started);
    }

    private Decider decider(EnrollmentSettings settings) {
        var builtIn = new CourseInEffect(vertx, new ResourceClient(vertx.eventBus(), settings.decisionTimeout()));
        return new DeciderOnBus(
                vertx.eventBus(),
                settings.decisionTimeout(),
                settings.deciderRequired() ? Optional.empty() : Optional.of(builtIn));
    }

    /** One poll at a time: while the database is away, polls must not pile up. */
    private void poll() {
        var limit = Math.min(POLL_BATCH, attempts.room());
        if (polling || limit <= 0) {
            return;
        }
        polling = true;
        queue.claimDue(limit)
                .onComplete(done -> polling = false)
                .onSuccess(claims -> {
                    claims.forEach(attempts::begin);
                    if (claims.size() == limit) {
                        poll();
                    }
                })
                .onFailure(failure -> LOG.warn("Pending registrations cannot be claimed now", failure));
    }
}
