package dev.registrar.resource.webhook;

import dev.registrar.resource.database.ProcessWarning;
import dev.registrar.resource.webhook.settings.DeliverySettings;
import dev.registrar.resource.webhook.state.EndpointProgress;
import dev.registrar.resource.webhook.state.Next;
import dev.registrar.resource.webhook.state.PendingEvent;
import dev.registrar.resource.webhook.state.Undelivered;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers events for the first time, batch by batch: those of one resource one after the other, different resources side by
 * side. An event that fails is left to {@link FailedEvents}, together with the later events of its resource.
 */
final class NewEvents {
    private static final Logger LOG = LoggerFactory.getLogger(NewEvents.class);

    private final DeliverySettings settings;
    private final EndpointProgress progress;
    private final HeldClaim held;
    private final Deliveries deliveries;
    private final ProcessWarning warning;
    private Future<Boolean> batch = Future.succeededFuture(false);

    private record Batch(long fencingToken, List<Undelivered> undelivered) {}

    NewEvents(
            Vertx vertx, DeliverySettings settings, EndpointProgress progress, HeldClaim held, Deliveries deliveries) {
        this.settings = settings;
        this.progress = progress;
        this.held = held;
        this.deliveries = deliveries;
        warning = new ProcessWarning(vertx, LOG, "New events cannot be read for the webhook endpoint " + progress);
    }

    /** Delivers one batch at a time, and the next one immediately when there may be more. */
    void deliver() {
        var room = settings.maxWaiting() - held.waiting();
        if (!batch.isComplete() || !held.allowsAttempts() || room <= 0) {
            return;
        }
        var token = held.fencingToken();
        batch = progress.next(room).compose(next -> deliver(next, token));
        batch.onFailure(warning::log).onSuccess(more -> {
            if (more) {
                deliver();
            }
        });
    }

    /** Completes when no batch is in progress. */
    Future<Boolean> end() {
        return batch;
    }

    private Future<Boolean> deliver(Next next, long token) {
        if (next.last().isEmpty()) {
            return Future.succeededFuture(false);
        }
        if (next.hasGap()) {
            LOG.warn("The webhook endpoint {} misses events: they were removed after events.retention", progress);
        }
        List<Undelivered> undelivered = new ArrayList<>();
        return deliverAll(bySubject(next.events()).iterator(), new Batch(token, undelivered))
                .compose(done -> store(next, token, undelivered));
    }

    private static List<Iterator<PendingEvent>> bySubject(List<PendingEvent> events) {
        Map<UUID, List<PendingEvent>> bySubject = new LinkedHashMap<>();
        events.forEach(event -> bySubject
                .computeIfAbsent(event.subject(), first -> new ArrayList<>())
                .add(event));
        return bySubject.values().stream().map(List::iterator).toList();
    }

    /** Each of the concurrent deliverers takes one resource after the other. */
    private Future<Void> deliverAll(Iterator<Iterator<PendingEvent>> resources, Batch batch) {
        var deliverers = Stream.generate(() -> deliverNext(resources, batch))
                .limit(settings.concurrency())
                .toList();
        return Future.join(deliverers).mapEmpty();
    }

    private Future<Void> deliverNext(Iterator<Iterator<PendingEvent>> resources, Batch batch) {
        return resources.hasNext()
                ? deliverInOrder(resources.next(), batch).compose(done -> deliverNext(resources, batch))
                : Future.succeededFuture();
    }

    private Future<Void> deliverInOrder(Iterator<PendingEvent> events, Batch batch) {
        if (!events.hasNext()) {
            return Future.succeededFuture();
        }
        var event = events.next();
        if (event.waits() || !held.allowsAttempts()) {
            batch.undelivered().add(Undelivered.waiting(event));
            events.forEachRemaining(later -> batch.undelivered().add(Undelivered.waiting(later)));
            return Future.succeededFuture();
        }
        return deliveries
                .attempt(event.event().orElseThrow(), batch.fencingToken())
                .compose(result -> {
                    if (result.isDelivered()) {
                        return deliverInOrder(events, batch);
                    }
                    batch.undelivered().add(deliveries.failed(event, result));
                    events.forEachRemaining(later -> batch.undelivered().add(Undelivered.waiting(later)));
                    return Future.succeededFuture();
                });
    }

    /** Returns whether to continue with the next batch; single events wait for the next poll, which all endpoints share. */
    private Future<Boolean> store(Next next, long token, List<Undelivered> undelivered) {
        return progress.advance(token, next, undelivered)
                .onSuccess(stored -> {
                    if (stored) {
                        held.addWaiting(undelivered.size());
                    } else {
                        held.lose(token);
                    }
                })
                .map(stored -> stored && next.hasMore());
    }
}
