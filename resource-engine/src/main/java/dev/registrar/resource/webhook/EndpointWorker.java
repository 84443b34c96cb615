package dev.registrar.resource.webhook;

import dev.registrar.resource.database.failure.ProcessWarning;
import dev.registrar.resource.webhook.settings.DeliverySettings;
import dev.registrar.resource.webhook.settings.Endpoint;
import dev.registrar.resource.webhook.state.EndpointClaims;
import dev.registrar.resource.webhook.state.EndpointClaims.Claim;
import dev.registrar.resource.webhook.state.EndpointProgress;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers the events of one schema to one endpoint while it holds the claim. New events and those that have failed are
 * delivered side by side, so that a resource whose events fail does not delay others.
 */
final class EndpointWorker {
    private static final Logger LOG = LoggerFactory.getLogger(EndpointWorker.class);
    private static final int RENEWALS_IN_A_LEASE = 3;

    private final Vertx vertx;
    private final Endpoint endpoint;
    private final DeliverySettings settings;
    private final EndpointClaims claims;
    private final WebhookMeters meters;
    private final HeldClaim held;
    private final Deliveries deliveries;
    private final NewEvents newEvents;
    private final FailedEvents failedEvents;
    private final ProcessWarning unclaimed;
    private Future<Claim> claiming = Future.succeededFuture();

    EndpointWorker(
            Vertx vertx,
            Endpoint endpoint,
            DeliverySettings settings,
            EndpointClaims claims,
            EndpointProgress progress,
            WebhookMeters meters) {
        this.vertx = vertx;
        this.endpoint = endpoint;
        this.settings = settings;
        this.claims = claims;
        this.meters = meters;
        held = new HeldClaim(settings.lease());
        deliveries = new Deliveries(vertx, endpoint, settings, progress, held, meters);
        newEvents = new NewEvents(vertx, settings, progress, held, deliveries);
        failedEvents = new FailedEvents(vertx, settings, progress, held, deliveries);
        unclaimed = new ProcessWarning(vertx, LOG, "The webhook endpoint %s cannot be claimed now".formatted(progress));
    }

    void start() {
        claim();
        vertx.setPeriodic(settings.lease().toMillis() / RENEWALS_IN_A_LEASE, timer -> claim());
        vertx.setPeriodic(settings.pollInterval().toMillis(), timer -> work());
    }

    private void claim() {
        if (held.isReleased() || !claiming.isComplete()) {
            return;
        }
        var asked = System.nanoTime();
        claiming = claims.claim(endpoint.name());
        claiming.onSuccess(claim -> {
                    held.take(claim, asked);
                    meters.show(claim);
                    work();
                })
                .onFailure(unclaimed::log);
    }

    private void work() {
        newEvents.deliver();
        failedEvents.deliver();
    }

    /** Waits for deliveries in progress, then cuts them off, and gives the claim back; never fails. */
    Future<Void> stop(Duration patience) {
        held.stopAttempts();
        var half = patience.dividedBy(2);
        return idle(half)
                .compose(done -> deliveries.close())
                .compose(closed -> idle(half))
                .compose(done -> release())
                .otherwiseEmpty();
    }

    private Future<Void> idle(Duration patience) {
        return Future.join(newEvents.end(), failedEvents.end())
                .<Void>mapEmpty()
                .timeout(patience.toMillis(), TimeUnit.MILLISECONDS)
                .otherwiseEmpty();
    }

    private Future<Void> release() {
        return held.release()
                .map(token -> claims.release(endpoint.name(), token))
                .orElseGet(Future::succeededFuture);
    }
}
