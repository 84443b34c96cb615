package dev.registrar.events.webhook;

import dev.registrar.events.webhook.DeliveryProgress.PendingEvent;
import dev.registrar.events.webhook.DeliveryProgress.Undelivered;
import dev.registrar.events.webhook.EndpointClaims.Claim;
import dev.registrar.events.webhook.EndpointClaims.Fence;
import dev.registrar.events.webhook.WebhookClient.AttemptResult;
import dev.registrar.events.webhook.WebhookSettings.Delivery;
import dev.registrar.platform.database.ProcessWarning;
import dev.registrar.platform.operations.NodeMetrics;
import dev.registrar.platform.operations.OccasionalWarning;
import dev.registrar.platform.time.Backoff;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxException;
import io.vertx.core.json.JsonObject;
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

    private final Vertx vertx;
    private final String source;
    private final Endpoint endpoint;
    private final Delivery settings;
    private final DeliveryProgress progress;
    private final HeldClaim held;
    private final WebhookMeters meters;
    private final WebhookClient client;
    private final NewEvents newEvents;
    private final FailedEvents failedEvents;
    private final Backoff backoff;
    private final OccasionalWarning failures;
    private final ProcessWarning interrupted;

    EndpointWorker(
            Vertx vertx,
            String source,
            Endpoint endpoint,
            Delivery settings,
            SharedReads reads,
            DeliveryProgress progress) {
        this.vertx = vertx;
        this.source = source;
        this.endpoint = endpoint;
        this.settings = settings;
        this.progress = progress;
        held = new HeldClaim(settings.lease());
        meters = new WebhookMeters(NodeMetrics.of(vertx), endpoint.name(), source);
        // New events and failed ones.
        client = new WebhookClient(vertx, endpoint, settings.timeout(), 2 * settings.concurrency());
        newEvents = new NewEvents(this, reads);
        failedEvents = new FailedEvents(this);
        backoff = new Backoff(settings.retryDelay(), settings.retryCap());
        failures = new OccasionalWarning(vertx, LOG, "Deliveries to the webhook endpoint %s fail".formatted(this));
        interrupted =
                new ProcessWarning(vertx, LOG, "Deliveries to the webhook endpoint %s are interrupted".formatted(this));
    }

    /**
     * Events cannot be read, or progress cannot be stored: nothing is delivered before the endpoint is claimed again.
     */
    void interrupt(Fence fence, Throwable failure) {
        held.lose(fence);
        interrupted.log(failure);
    }

    Endpoint endpoint() {
        return endpoint;
    }

    Delivery settings() {
        return settings;
    }

    DeliveryProgress progress() {
        return progress;
    }

    HeldClaim held() {
        return held;
    }

    /** Receives the state that the database has. */
    void receive(Claim claim, long asked) {
        held.receive(claim, asked);
        meters.show(claim);
    }

    /** Delivers the new events up to a position. */
    void deliver(long latest) {
        newEvents.deliver(latest);
    }

    /** Delivers the events that have failed, and are due. */
    void retry() {
        failedEvents.deliver();
    }

    /**
     * Tries once.
     *
     * @param fence of the claim under which the event was read
     * @return fails only if what the endpoint wants of further attempts cannot be stored
     */
    Future<AttemptResult> attempt(JsonObject event, Fence fence) {
        return client.send(event).compose(result -> {
            if (result.isDelivered()) {
                meters.delivered.increment();
                return Future.succeededFuture(result);
            }
            meters.failed.increment();
            // Not the place in the code but the endpoint is the cause.
            failures.log(new VertxException(result.error().orElseThrow(), true));
            return stopOrPause(result, fence).map(result);
        });
    }

    private Future<Void> stopOrPause(AttemptResult result, Fence fence) {
        if (result.isGone()) {
            return held.stop() ? stop(fence) : Future.succeededFuture();
        }
        return result.retryAfter()
                .map(wait -> {
                    PauseRequests.publish(vertx, source, endpoint.name(), wait);
                    return pause(fence, wait);
                })
                .orElseGet(Future::succeededFuture);
    }

    private Future<Void> stop(Fence fence) {
        LOG.warn("The webhook endpoint {} is stopped: it wants no more deliveries (410)", this);
        return progress.stop(fence);
    }

    private Future<Void> pause(Fence fence, Duration wait) {
        held.pause(wait);
        return progress.pause(fence, wait);
    }

    /**
     * Leaves the endpoint alone for a while, if this worker delivers to it: it has said so to that of another source.
     */
    void pause(Duration wait) {
        held.fence().ifPresent(fence -> pause(fence, wait).onFailure(interrupted::log));
    }

    /** An event that is tried again after a delay, at least as long as the endpoint wants. */
    Undelivered failed(PendingEvent event, AttemptResult result) {
        var backedOff = backoff.after(event.attempts() + 1);
        var delay = result.retryAfter()
                .filter(wanted -> wanted.compareTo(backedOff) > 0)
                .orElse(backedOff);
        return new Undelivered(event, 1, delay, result.error());
    }

    /** Records that an event will not be tried again. */
    void giveUp(PendingEvent event, String reason) {
        meters.givenUp.increment();
        LOG.warn("The webhook endpoint {} does not receive {}, which is given up: {}", this, event, reason);
    }

    /** Records that events have been removed that the endpoint has not received. */
    void warnOfGap() {
        LOG.warn("The webhook endpoint {} misses events: they were removed after events.retention", this);
    }

    /** Waits for deliveries in progress, then cuts them off, and gives the claim back; never fails. */
    Future<Void> stop(Duration timeout) {
        held.stopAttempts();
        var half = timeout.dividedBy(2);
        return whenIdle(half)
                .compose(done -> client.close())
                .compose(closed -> whenIdle(half))
                .compose(done -> held.release().map(progress::release).orElseGet(Future::succeededFuture))
                .otherwiseEmpty();
    }

    private Future<Void> whenIdle(Duration timeout) {
        return Future.join(newEvents.whenIdle(), failedEvents.whenIdle())
                .<Void>mapEmpty()
                .timeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .otherwiseEmpty();
    }

    /** Names the endpoint and the source of its events in logs. */
    @Override
    public String toString() {
        return "%s (source %s)".formatted(endpoint, source);
    }
}
