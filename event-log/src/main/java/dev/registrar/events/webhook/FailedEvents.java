package dev.registrar.events.webhook;

import dev.registrar.events.webhook.DeliveryProgress.PendingEvent;
import dev.registrar.events.webhook.EndpointClaims.Fence;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;

/**
 * Tries events again that have failed, and then the later events of their resources, until they are delivered or given
 * up.
 */
final class FailedEvents {
    /** Each read looks at all undelivered events, so the more there are, the fewer polls read: 10,000 take 10 s. */
    private static final Duration INTERVAL_PER_EVENT = Duration.ofMillis(1);

    private final EndpointWorker worker;
    private final HeldClaim held;
    private Future<Boolean> delivering = Future.succeededFuture(false);
    private long readAt = System.nanoTime();

    FailedEvents(EndpointWorker worker) {
        this.worker = worker;
        held = worker.held();
    }

    /** Delivers those that are due, as many as may be in progress at once; then, the next ones. Called by each poll. */
    void deliver() {
        var interval = INTERVAL_PER_EVENT.multipliedBy(held.waiting());
        if (System.nanoTime() - readAt >= interval.toNanos()) {
            deliverNext();
        }
    }

    private void deliverNext() {
        if (!delivering.isComplete() || !held.allowsAttempts() || held.waiting() == 0) {
            return;
        }
        readAt = System.nanoTime();
        var fence = held.fence().orElseThrow();
        delivering = worker.progress()
                .due(worker.endpoint().name(), worker.settings().concurrency())
                .compose(due -> deliverAll(due, fence));
        delivering.onFailure(failure -> worker.interrupt(fence, failure)).onSuccess(mayHaveMore -> {
            if (mayHaveMore) {
                deliverNext();
            }
        });
    }

    /** Completes when no delivery is in progress. */
    Future<Boolean> whenIdle() {
        return delivering;
    }

    /** Returns whether further events may be due: those after one that is settled, or beyond the limit. */
    private Future<Boolean> deliverAll(List<PendingEvent> due, Fence fence) {
        return Future.join(due.stream().map(event -> deliver(event, fence)).toList())
                .map(settled -> settled.list().contains(true)
                        || due.size() == worker.settings().concurrency());
    }

    /** Returns whether the event is settled. */
    private Future<Boolean> deliver(PendingEvent event, Fence fence) {
        return event.event()
                .map(stored -> worker.attempt(stored, fence).compose(result -> {
                    if (result.isDelivered()) {
                        return settle(fence, event, false);
                    }
                    return event.failing().compareTo(worker.settings().giveUpAfter()) >= 0
                            ? giveUp(fence, event, result.error().orElseThrow())
                            : worker.progress()
                                    .failed(fence, worker.failed(event, result))
                                    .map(false);
                }))
                .orElseGet(() -> giveUp(fence, event, "removed from the log after events.retention"));
    }

    private Future<Boolean> giveUp(Fence fence, PendingEvent event, String reason) {
        return settle(fence, event, true).onSuccess(stored -> worker.giveUp(event, reason));
    }

    /** The next event of the same resource is due. */
    private Future<Boolean> settle(Fence fence, PendingEvent event, boolean isGivenUp) {
        return worker.progress()
                .settle(fence, event, isGivenUp)
                .onSuccess(stored -> held.settle())
                .map(true);
    }
}
