package dev.registrar.registration.enrollment;

import dev.registrar.resource.bus.ResourceClient;
import dev.registrar.resource.settings.Settings;
import dev.registrar.resource.store.Database;
import dev.registrar.resource.store.DatabaseSettings;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Promise;
import java.util.Optional;

/**
 * Completes enrollments. A message tells it of a pending registration at once; the poll, which is the truth, finds those
 * whose message was lost, or whose worker was. Several workers, on any nodes, share the work.
 */
public final class EnrollmentWorker extends AbstractVerticle {
    private static final int HEARTBEATS_IN_A_LEASE = 3;

    private final MeterRegistry meters;

    /**
     * Makes a worker.
     *
     * @param meters where it counts how attempts end, as {@code registrar.enrollment.attempts}
     */
    public EnrollmentWorker(MeterRegistry meters) {
        this.meters = meters;
    }

    @Override
    public void start(Promise<Void> started) {
        var settings = Settings.read(config().getJsonObject("enrollment"), EnrollmentSettings.class);
        var database = Database.open(vertx, Settings.read(config().getJsonObject("database"), DatabaseSettings.class));
        var queue = new EnrollmentQueue(database, settings.lease());
        var attempts = new EnrollmentAttempts(queue, decider(settings), settings, AttemptMeters.in(meters));
        var intake = new Intake(vertx, queue, attempts);
        vertx.setPeriodic(settings.pollInterval().toMillis(), timer -> intake.poll());
        vertx.setPeriodic(settings.lease().toMillis() / HEARTBEATS_IN_A_LEASE, timer -> attempts.keepClaims());
        vertx.eventBus().<Object>consumer(EnrollmentBus.WORKER, intake::add).completionHandler(started);
    }

    private Decider decider(EnrollmentSettings settings) {
        var builtIn = new CourseInEffect(vertx, new ResourceClient(vertx.eventBus(), settings.decisionTimeout()));
        return new DeciderOnBus(
                vertx.eventBus(),
                settings.decisionTimeout(),
                settings.deciderRequired() ? Optional.empty() : Optional.of(builtIn));
    }
}
