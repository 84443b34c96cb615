package dev.registrar.registration.enrollment;

import io.vertx.core.Future;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBus;
import java.time.Duration;
import java.util.UUID;

/** The time that an answer leaves to the enrollment worker. */
public record EnrollmentWindow(EventBus bus, Duration duration) {

    /** A window of another length. */
    public EnrollmentWindow of(Duration otherDuration) {
        return new EnrollmentWindow(bus, otherDuration);
    }

    /**
     * Tells the worker of a pending registration; completes when its enrollment is decided or put off, and fails when the
     * time is over.
     */
    public Future<Void> await(UUID registration) {
        var options = new DeliveryOptions().setSendTimeout(duration.toMillis());
        return bus.request(EnrollmentBus.WORKER, registration.toString(), options)
                .mapEmpty();
    }

    /** Tells the worker of a pending registration, and does not wait. */
    public void open(UUID registration) {
        bus.send(EnrollmentBus.WORKER, registration.toString());
    }
}
