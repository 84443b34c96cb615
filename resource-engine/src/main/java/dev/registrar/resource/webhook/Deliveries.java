package dev.registrar.resource.webhook;

import dev.registrar.resource.operations.OccasionalWarning;
import dev.registrar.resource.time.Backoff;
import dev.registrar.resource.webhook.settings.DeliverySettings;
import dev.registrar.resource.webhook.settings.Endpoint;
import dev.registrar.resource.webhook.state.EndpointProgress;
import dev.registrar.resource.webhook.state.PendingEvent;
import dev.registrar.resource.webhook.state.Undelivered;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The attempts to deliver to one endpoint, and what the endpoint wants of all further ones. */
final class Deliveries {
    private static final Logger LOG = LoggerFactory.getLogger(Deliveries.class);

    private final Vertx vertx;
    private final EndpointProgress progress;
    private final HeldClaim held;
    private final WebhookMeters meters;
    private final WebhookClient client;
    private final Backoff backoff;
    private final OccasionalWarning failures;

    Deliveries(
            Vertx vertx,
            Endpoint endpoint,
            DeliverySettings settings,
            EndpointProgress progress,
            HeldClaim held,
            WebhookMeters meters) {
        this.vertx = vertx;
        this.progress = progress;
        this.held = held;
        this.meters = meters;
        // New events and failed ones.
        client = new WebhookClient(vertx, endpoint, settings.timeout(), 2 * settings.concurrency());
        backoff = new Backoff(settings.retryDelay(), settings.retryCap());
        failures = new OccasionalWarning(vertx, LOG, "Deliveries to the webhook endpoint %s fail".formatted(progress));
    }

    /** A delivery failed; the message says why. Not the place in the code but the endpoint is the cause. */
    private static final class UndeliveredException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UndeliveredException(String reason) {
            super(reason, null, false, false);
        }
    }

    /**
     * Tries once.
     *
     * @param fencingToken of the claim under which the event was read
     * @return fails only if what the endpoint wants of further attempts cannot be stored
     */
    Future<AttemptResult> attempt(JsonObject event, long fencingToken) {
        return client.send(event).compose(result -> {
            if (result.isDelivered()) {
                meters.countDelivered();
                return Future.succeededFuture(result);
            }
            meters.countFailed();
            failures.log(new UndeliveredException(result.error().orElseThrow()));
            return obey(result, fencingToken).map(result);
        });
    }

    private Future<Void> obey(AttemptResult result, long fencingToken) {
        if (result.isGone()) {
            return held.stop() ? stop(fencingToken) : Future.succeededFuture();
        }
        return result.retryAfter()
                .map(wait -> {
                    PauseRequests.publish(vertx, progress.source(), progress.endpoint(), wait);
                    return pause(fencingToken, wait);
                })
                .orElseGet(Future::succeededFuture);
    }

    /** Leaves the endpoint alone for a while. */
    Future<Void> pause(long fencingToken, Duration wait) {
        held.pause(wait);
        return progress.pause(fencingToken, wait);
    }

    private Future<Void> stop(long fencingToken) {
        LOG.warn("The webhook endpoint {} is stopped: it wants no more deliveries (410)", progress);
        return progress.stop(fencingToken);
    }

    /** An event that is tried again after a delay, at least as long as the endpoint wants. */
    Undelivered failed(PendingEvent event, AttemptResult result) {
        var backedOff = backoff.after(event.attempts() + 1);
        var delay = result.retryAfter()
                .filter(wanted -> wanted.compareTo(backedOff) > 0)
                .orElse(backedOff);
        return Undelivered.failed(event, delay, result.error().orElseThrow());
    }

    /** Records that an event will not be tried again. */
    void giveUp(String event, String reason) {
        meters.countGivenUp();
        LOG.warn("The webhook endpoint {} does not receive {}, which is given up: {}", progress, event, reason);
    }

    /** Cuts off deliveries in progress. */
    Future<Void> close() {
        return client.close();
    }
}
