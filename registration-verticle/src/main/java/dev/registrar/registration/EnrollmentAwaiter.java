package dev.registrar.registration;

import static dev.registrar.registration.Registrations.TYPE;
import static dev.registrar.registration.enrollment.EnrollmentSettings.LONGEST_WINDOW;

import dev.registrar.registration.EnrollmentOutcome.Pending;
import dev.registrar.registration.enrollment.EnrollmentBus;
import dev.registrar.resource.bus.Preferences;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.store.FoundItem;
import dev.registrar.resource.store.ResourceStore;
import io.vertx.core.Future;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBus;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * Waits a moment for the enrollment worker to complete what a request has made pending. The request is committed by then:
 * whatever goes wrong here, it goes on.
 */
final class EnrollmentAwaiter {
    /** For reading the outcome. */
    private static final Duration GRACE = Duration.ofMillis(200);

    private final EventBus bus;
    private final ResourceStore store;
    private final Duration usualWindow;

    EnrollmentAwaiter(EventBus bus, ResourceStore store, Duration usualWindow) {
        this.bus = bus;
        this.store = store;
        this.usualWindow = usualWindow;
    }

    /**
     * Tells the worker of a pending registration, and waits as long as the client prefers.
     *
     * @param shape of the committed registration, and of the one in the outcome
     * @return never fails
     */
    Future<EnrollmentOutcome> await(FoundItem committed, ResourceQuery shape, Preferences preferences) {
        var id = committed.row().getUUID(0);
        var window = windowFor(preferences);
        if (window.isZero()) {
            bus.send(EnrollmentBus.WORKER, id.toString());
            return Future.succeededFuture(new Pending(committed));
        }
        return completion(id, window)
                .otherwiseEmpty()
                .compose(windowIsOver -> store.item(TYPE, id, shape))
                .map(Optional::orElseThrow)
                .map(now -> EnrollmentOutcome.of(committed, now))
                .timeout(window.plus(GRACE).toMillis(), TimeUnit.MILLISECONDS)
                .otherwise(new Pending(committed));
    }

    private Duration windowFor(Preferences preferences) {
        if (preferences.respondAsync()) {
            return Duration.ZERO;
        }
        return preferences
                .longestWait()
                .map(wait -> wait.compareTo(LONGEST_WINDOW) < 0 ? wait : LONGEST_WINDOW)
                .orElse(usualWindow);
    }

    /** Fails when the worker needs longer. */
    private Future<Void> completion(UUID registration, Duration window) {
        var options = new DeliveryOptions().setSendTimeout(window.toMillis());
        return bus.request(EnrollmentBus.WORKER, registration.toString(), options)
                .mapEmpty();
    }
}
