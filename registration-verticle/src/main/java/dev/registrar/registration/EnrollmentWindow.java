package dev.registrar.registration;

import io.vertx.core.Future;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBus;
import java.time.Duration;
import java.util.UUID;

/** The time that an answer leaves to the enrollment worker. */
record EnrollmentWindow(EventBus bus, Duration duration) {

    /** Tells the worker of a pending registration; completes when it is done, and fails when the time is over. */
    Future<Void> await(UUID registration) {
        var options = new DeliveryOptions().setSendTimeout(duration.toMillis());
        return bus.request(EnrollmentBus.WORKER, registration.toString(), options)
                .mapEmpty();
    }

    /** Tells the worker of a pending registration, and does not wait. */
    void open(UUID registration) {
        bus.send(EnrollmentBus.WORKER, registration.toString());
    }
}
