package dev.registrar.registration;

import static dev.registrar.registration.Registrations.ENROLLMENT;
import static dev.registrar.registration.Registrations.TYPE;
import static dev.registrar.registration.enrollment.claims.EnrollmentState.CONFIRMED;
import static dev.registrar.resource.settings.TimeLimits.OUTCOME;

import dev.registrar.registration.EnrollmentOutcome.Confirmed;
import dev.registrar.registration.EnrollmentOutcome.Pending;
import dev.registrar.registration.enrollment.decision.EnrollmentBus;
import dev.registrar.resource.bus.LocalConsumers;
import dev.registrar.resource.bus.Preferences;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.result.FoundItem;
import dev.registrar.resource.store.ResourceStore;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * Waits for the enrollment worker to complete a pending registration before the response is sent. The registration is
 * already committed, so a failure here does not affect the enrollment.
 */
final class EnrollmentAwaiter {
    private final Vertx vertx;
    private final ResourceStore store;
    private final Duration defaultWindow;

    EnrollmentAwaiter(Vertx vertx, ResourceStore store, Duration defaultWindow) {
        this.vertx = vertx;
        this.store = store;
        this.defaultWindow = defaultWindow;
    }

    /**
     * Notifies the worker of a pending registration, and waits as long as the client prefers and the deadline allows.
     *
     * @param shape the query that selects the fields of the registration in the outcome
     * @return never fails
     */
    Future<EnrollmentOutcome> await(FoundItem committed, ResourceQuery shape, ResourceRequest request) {
        var window = windowOf(request);
        if (window.isEmpty()) {
            vertx.eventBus().send(EnrollmentBus.WORKER, committed.id().toString(), toNearestWorker());
            return Future.succeededFuture(new Pending(committed));
        }
        return completion(committed.id(), window.get())
                .otherwiseEmpty()
                .compose(windowIsOver -> read(committed, shape, request));
    }

    /**
     * Waits, as long as the client prefers and the deadline allows, for the worker that a new registration was claimed
     * for, or for any worker if that one has no room any more. A confirmed registration is not read again, because nothing
     * else about it has changed.
     *
     * @param confirmed whether the worker confirmed it
     * @param shape the query that selects the fields of the registration in the outcome
     * @return never fails
     */
    Future<EnrollmentOutcome> await(
            FoundItem committed, Future<Boolean> confirmed, ResourceQuery shape, ResourceRequest request) {
        return windowOf(request)
                .map(window -> confirmed
                        .recover(
                                handedBack -> completion(committed.id(), window).map(false))
                        .timeout(window.toMillis(), TimeUnit.MILLISECONDS)
                        .otherwise(false)
                        .compose(isConfirmed -> isConfirmed
                                ? Future.<EnrollmentOutcome>succeededFuture(
                                        new Confirmed(committed.with(ENROLLMENT, CONFIRMED)))
                                : read(committed, shape, request)))
                .orElseGet(() -> Future.succeededFuture(new Pending(committed)));
    }

    private Future<EnrollmentOutcome> read(FoundItem committed, ResourceQuery shape, ResourceRequest request) {
        return store.of(TYPE, request)
                .item(TYPE, committed.id(), shape)
                .map(Optional::orElseThrow)
                .map(now -> EnrollmentOutcome.of(committed, now))
                .otherwise(new Pending(committed));
    }

    /** The remaining wait, counted from the arrival of the request; it leaves time to read the outcome. Empty if over. */
    private Optional<Duration> windowOf(ResourceRequest request) {
        var preferences = request.preferences();
        var wait = preferences.longestWait().orElse(preferences.respondAsync() ? Duration.ZERO : defaultWindow);
        var deadline = request.deadline();
        var left = Collections.min(
                List.of(wait.minus(deadline.elapsed()), deadline.left().minus(OUTCOME)));
        return Optional.of(left).filter(window -> window.toMillis() > 0);
    }

    /** The preferences of a request as this class applies them: no wait exceeds the time limit of the request. */
    static Preferences applicable(ResourceRequest request) {
        return request.preferences().waitingAtMost(request.deadline().length().minus(OUTCOME));
    }

    /** Fails when the worker takes longer than the window. */
    private Future<Void> completion(UUID registration, Duration window) {
        var options = toNearestWorker().setSendTimeout(window.toMillis());
        return vertx.eventBus()
                .request(EnrollmentBus.WORKER, registration.toString(), options)
                .mapEmpty();
    }

    private DeliveryOptions toNearestWorker() {
        return LocalConsumers.of(vertx).toNearest(EnrollmentBus.WORKER);
    }
}
