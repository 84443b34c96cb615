package dev.registrar.resource.webhook;

import dev.registrar.resource.database.failure.ProcessWarning;
import dev.registrar.resource.webhook.sending.AttemptResult;
import dev.registrar.resource.webhook.settings.DeliverySettings;
import dev.registrar.resource.webhook.state.EndpointProgress;
import dev.registrar.resource.webhook.state.PendingEvent;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tries events again that have failed, and then the later events of their resources, until they are delivered or given up. */
final class FailedEvents {
    private static final Logger LOG = LoggerFactory.getLogger(FailedEvents.class);

    private final DeliverySettings settings;
    private final EndpointProgress progress;
    private final HeldClaim held;
    private final Deliveries deliveries;
    private final ProcessWarning warning;
    private final Set<Long> inProgress = new HashSet<>();
    private Future<List<PendingEvent>> reading = Future.succeededFuture(List.of());
    private Promise<Void> idle = Promise.promise();

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
        var room = settings.concurrency() - inProgress.size();
        if (!reading.isComplete() || !held.allowsAttempts() || held.waiting() == 0 || room <= 0) {
            return;
        }
        reading = progress.due(inProgress, room);
        reading.onFailure(warning::log).onSuccess(due -> due.forEach(this::begin));
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
                    deliver();
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
                return progress.delivered(token, event).onSuccess(isStored -> held.addWaiting(isStored ? -1 : 0));
            }
            return event.failing().compareTo(settings.giveUpAfter()) >= 0
                    ? giveUp(event, token, result.error().orElseThrow())
                    : putOff(event, token, result);
        });
    }

    private Future<Boolean> putOff(PendingEvent event, long token, AttemptResult failed) {
        var wait = deliveries.waitAfter(failed, event.attempts() + 1);
        return progress.failed(token, event, wait, failed.error().orElseThrow());
    }

    private Future<Boolean> giveUp(PendingEvent event, long token, String reason) {
        return progress.givenUp(token, event).onSuccess(isStored -> {
            if (isStored) {
                held.addWaiting(-1);
                deliveries.giveUp(describe(event), reason);
            }
        });
    }

    private static String describe(PendingEvent event) {
        return event.event()
                .map(stored -> "the event %s of %s".formatted(stored.getString("id"), stored.getString("subject")))
                .orElseGet(() -> "the event with the sequence %d".formatted(event.position()));
    }
}
