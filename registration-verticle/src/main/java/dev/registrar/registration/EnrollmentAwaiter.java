package dev.registrar.registration;

import static dev.registrar.platform.settings.TimeLimits.OUTCOME;
import static dev.registrar.registration.Registrations.CONFIRMED_AT;
import static dev.registrar.registration.Registrations.ENROLLED;
import static dev.registrar.registration.Registrations.ENROLLMENT;
import static dev.registrar.registration.Registrations.STATUS;
import static dev.registrar.registration.enrollment.EnrollmentState.CONFIRMED;

import dev.registrar.registration.EnrollmentOutcome.Confirmed;
import dev.registrar.registration.EnrollmentOutcome.Pending;
import dev.registrar.registration.enrollment.AttemptResult;
import dev.registrar.registration.enrollment.EnrollmentBus;
import dev.registrar.resource.bus.LocalConsumers;
import dev.registrar.resource.bus.Preferences;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.document.writing.FoundItem;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.store.RequestScope;
import dev.registrar.resource.store.ResourceStore;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * Waits for the enrollment worker to complete a pending registration before the response is sent. The registration is
 * already committed, so a failure here does not affect the enrollment.
 */
record EnrollmentAwaiter(Vertx vertx, ResourceStore store, Duration defaultWindow) {
    /**
     * Waits for the worker of a pending registration, as long as the client prefers and the deadline allows. A
     * registration that a worker of this node has confirmed is not read again, because it is known what has changed.
     *
     * @param attempt of the worker of this node that a new registration was claimed for; if there is none, or the claim
     *     was handed back, any worker is notified
     * @param shape the query that selects the fields of the registration in the outcome
     * @return never fails
     */
    Future<EnrollmentOutcome> await(
            FoundItem committed, Optional<Future<AttemptResult>> attempt, ResourceQuery shape, RequestScope scope) {
        var window = windowOf(scope.request());
        if (window.isEmpty()) {
            if (attempt.isEmpty()) {
                vertx.eventBus().send(EnrollmentBus.WORKER, committed.id().toString(), toNearestWorker());
            }
            return Future.succeededFuture(new Pending(committed));
        }
        var confirmedAt = attempt.map(result -> result.map(AttemptResult::confirmedAt)
                        .recover(handedBack -> completion(committed.id(), window.get())))
                .orElseGet(() -> completion(committed.id(), window.get()));
        return confirmedAt
                .timeout(window.get().toMillis(), TimeUnit.MILLISECONDS)
                .otherwise(Optional.empty())
                .compose(time -> time.map(at -> Future.succeededFuture(confirmed(committed, at)))
                        .orElseGet(() -> read(committed, shape, scope)));
    }

    private static EnrollmentOutcome confirmed(FoundItem committed, OffsetDateTime at) {
        return new Confirmed(committed.with(Map.of(ENROLLMENT, CONFIRMED, CONFIRMED_AT, at, STATUS, ENROLLED)));
    }

    private Future<EnrollmentOutcome> read(FoundItem committed, ResourceQuery shape, RequestScope scope) {
        return store.item(scope, committed.id(), shape)
                .map(Optional::orElseThrow)
                .map(now -> EnrollmentOutcome.of(committed, now))
                .otherwise(new Pending(committed));
    }

    /**
     * The remaining wait, counted from the arrival of the request; it leaves time to read the outcome. Empty if over.
     */
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

    /** Notifies a worker, whose reply does not tell the outcome. Fails when it takes longer than the window. */
    private Future<Optional<OffsetDateTime>> completion(UUID registration, Duration window) {
        var options = toNearestWorker().setSendTimeout(window.toMillis());
        return vertx.eventBus()
                .request(EnrollmentBus.WORKER, registration.toString(), options)
                .map(Optional.empty());
    }

    private DeliveryOptions toNearestWorker() {
        return LocalConsumers.of(vertx).toNearest(EnrollmentBus.WORKER);
    }
}
