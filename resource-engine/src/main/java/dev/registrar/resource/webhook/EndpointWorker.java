package dev.registrar.resource.webhook;

import dev.registrar.resource.database.ProcessWarning;
import dev.registrar.resource.webhook.settings.DeliverySettings;
import dev.registrar.resource.webhook.settings.Endpoint;
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

    private final Endpoint endpoint;
    private final EndpointProgress progress;
    private final WebhookMeters meters;
    private final HeldClaim held;
    private final Deliveries deliveries;
    private final NewEvents newEvents;
    private final FailedEvents failedEvents;
    private final ProcessWarning unpaused;

    EndpointWorker(
            Vertx vertx,
            Endpoint endpoint,
            DeliverySettings settings,
            EndpointProgress progress,
            WebhookMeters meters) {
        this.endpoint = endpoint;
        this.progress = progress;
        this.meters = meters;
        held = new HeldClaim(settings.lease());
        deliveries = new Deliveries(vertx, endpoint, settings, progress, held, meters);
        newEvents = new NewEvents(vertx, settings, progress, held, deliveries);
        failedEvents = new FailedEvents(vertx, settings, progress, held, deliveries);
        unpaused = new ProcessWarning(
                vertx, LOG, "A pause of the webhook endpoint %s cannot be stored now".formatted(progress));
    }

    String endpoint() {
        return endpoint.name();
    }

    /** Whether it still delivers, or waits for deliveries in progress. */
    boolean needsClaim() {
        return !held.isReleased();
    }

    /** Takes the state that the database has, and delivers if the claim is held. */
    void take(Claim claim, long asked) {
        held.take(claim, asked);
        meters.show(claim);
        deliver();
    }

    /** Leaves the endpoint alone for a while, if this worker delivers to it: it has said so to that of another source. */
    void pause(Duration wait) {
        held.token().ifPresent(token -> deliveries.pause(token, wait).onFailure(unpaused::log));
    }

    /** Looks for events, and delivers them. */
    void deliver() {
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
        return held.release().map(progress::release).orElseGet(Future::succeededFuture);
    }
}
