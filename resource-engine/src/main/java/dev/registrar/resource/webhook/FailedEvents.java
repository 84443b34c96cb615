package dev.registrar.resource.webhook;

import dev.registrar.resource.database.ProcessWarning;
import dev.registrar.resource.webhook.settings.DeliverySettings;
import dev.registrar.resource.webhook.state.EndpointProgress;
import dev.registrar.resource.webhook.state.PendingEvent;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tries events again that have failed, and then the later events of their resources, until they are delivered or given up. */
final class FailedEvents {
    private static final Logger LOG = LoggerFactory.getLogger(FailedEvents.class);

    /** Each read looks at all undelivered events, so the more there are, the fewer polls read: 10,000 take 10 s. */
    private static final Duration INTERVAL_PER_EVENT = Duration.ofMillis(1);

    private final DeliverySettings settings;
    private final EndpointProgress progress;
    private final HeldClaim held;
    private final Deliveries deliveries;
    private final ProcessWarning warning;
    private final Set<Long> inProgress = new HashSet<>();
    private Future<List<PendingEvent>> reading = Future.succeededFuture(List.of());
    private Promise<Void> idle = Promise.promise();

    /** Whether to read again before the next poll: an event has been settled since, or the last read did not find all. */
    private boolean mayBeDue;

    private long readAt = System.nanoTime();

    FailedEvents(
            Vertx vertx, DeliverySettings settings, EndpointProgress progress, HeldClaim held, Deliveries deliveries) {
        this.settings = settings;
        this.progress = progress;
        this.held = held;
        this.deliveries = deliveries;
        warning = new ProcessWarning(
                vertx, LOG, "The progress of the webhook endpoint %s cannot be stored now".formatted(progress));
    }

    /** Delivers those that are due, as many as may be in progress at once. */
    void deliver() {
        mayBeDue |= System.nanoTime() - readAt
                >= INTERVAL_PER_EVENT.multipliedBy(held.waiting()).toNanos();
        deliverNext();
    }

    private void deliverNext() {
        var room = settings.concurrency() - inProgress.size();
        if (!mayBeDue || !reading.isComplete() || !held.allowsAttempts() || held.waiting() == 0 || room <= 0) {
            return;
        }
        mayBeDue = false;
        readAt = System.nanoTime();
        reading = progress.due(inProgress, room, held.waiting());
        reading.onFailure(warning::log).onSuccess(due -> {
            mayBeDue |= due.size() == room;
            due.forEach(this::begin);
            deliverNext();
        });
    }

    /** Completes when no delivery is in progress. */
    Future<Void> end() {
        idle = Promise.promise();
        return reading.otherwise(List.of()).compose(read -> {
            completeIfIdle();
            return idle.future();
        });
    }

    private void completeIfIdle() {
        if (inProgress.isEmpty()) {
            idle.tryComplete();
        }
    }

    private void begin(PendingEvent event) {
        if (!held.allowsAttempts()) {
            return;
        }
        var token = held.fencingToken();
        inProgress.add(event.position());
        event.event()
                .map(stored -> deliver(event, stored, token))
                .orElseGet(() -> giveUp(event, token, "removed from the log after events.retention"))
                .onSuccess(isStored -> loseUnless(isStored, token))
                .onFailure(warning::log)
                .onComplete(done -> {
                    inProgress.remove(event.position());
                    completeIfIdle();
                    deliverNext();
                });
    }

    private void loseUnless(boolean isStored, long token) {
        if (!isStored) {
            held.lose(token);
        }
    }

    /** Each of these methods returns false when another worker has claimed the endpoint. */
    private Future<Boolean> deliver(PendingEvent event, JsonObject stored, long token) {
        return deliveries.attempt(stored, token).compose(result -> {
            if (result.isDelivered()) {
                return progress.delivered(token, event).onSuccess(this::settle);
            }
            return event.failing().compareTo(settings.giveUpAfter()) >= 0
                    ? giveUp(event, token, result.error().orElseThrow())
                    : progress.failed(token, deliveries.failed(event, result));
        });
    }

    private Future<Boolean> giveUp(PendingEvent event, long token, String reason) {
        return progress.givenUp(token, event).onSuccess(isStored -> {
            settle(isStored);
            if (isStored) {
                deliveries.giveUp(describe(event), reason);
            }
        });
    }

    /** The next event of the same resource is due. */
    private void settle(boolean isStored) {
        if (isStored) {
            held.addWaiting(-1);
            mayBeDue = true;
        }
    }

    private static String describe(PendingEvent event) {
        return event.event()
                .map(stored -> "the event %s of %s".formatted(stored.getString("id"), stored.getString("subject")))
                .orElseGet(() -> "the event with the sequence %s".formatted(event.position()));
    }
}
