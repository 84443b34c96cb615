package dev.registrar.events.webhook;

import dev.registrar.events.log.EventLog.Batch;
import dev.registrar.events.log.EventTypes;
import dev.registrar.events.webhook.DeliveryProgress.PendingEvent;
import dev.registrar.events.webhook.DeliveryProgress.Undelivered;
import dev.registrar.events.webhook.EndpointClaims.Fence;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Delivers events for the first time, batch by batch: those of one resource one after the other, different resources
 * side by side. An event that fails is left to {@link FailedEvents}, together with the later events of its resource.
 */
final class NewEvents {
    private static final int MAX_BATCH = 50;

    private final EndpointWorker worker;
    private final HeldClaim held;
    private final SharedReads reads;
    private final List<String> types;
    private long latest;
    private Future<Boolean> delivering = Future.succeededFuture(false);

    NewEvents(EndpointWorker worker, SharedReads reads) {
        this.worker = worker;
        this.reads = reads;
        held = worker.held();
        types = EventTypes.stored(worker.endpoint().types());
    }

    /**
     * The delivery of the events of one batch.
     *
     * @param failing the resources of which an earlier event is undelivered
     * @param undelivered collects the events that are left to {@link FailedEvents}
     */
    private record Delivery(Fence fence, Set<UUID> failing, List<Undelivered> undelivered) {
        /** An event that has not been tried, because an earlier one of its resource has not been delivered. */
        void leave(PendingEvent event) {
            undelivered.add(new Undelivered(event, 0, Duration.ZERO, Optional.empty()));
        }
    }

    /** Delivers the events up to a position, one batch at a time. */
    void deliver(long newest) {
        latest = newest;
        deliverNext();
    }

    private void deliverNext() {
        var room = Math.min(MAX_BATCH, worker.settings().maxWaiting() - held.waiting());
        var from = held.position();
        if (!delivering.isComplete() || !held.allowsAttempts() || room <= 0 || from >= latest) {
            return;
        }
        var fence = held.fence().orElseThrow();
        delivering = reads.after(from, types, room).compose(batch -> deliver(batch, from, fence));
        delivering.onFailure(failure -> worker.interrupt(fence, failure)).onSuccess(hasAdvanced -> {
            if (hasAdvanced) {
                deliverNext();
            }
        });
    }

    /** Completes when no batch is in progress. */
    Future<Boolean> whenIdle() {
        return delivering;
    }

    private Future<Boolean> deliver(Batch batch, long from, Fence fence) {
        var hasGap = from < batch.bounds().removed();
        if (hasGap) {
            worker.warnOfGap();
        }
        var events = batch.events().stream().map(PendingEvent::ofNew).toList();
        var resources = bySubject(events);
        return failingAmong(resources.keySet())
                .map(failing -> new Delivery(fence, failing, new ArrayList<>()))
                .compose(delivery -> deliverAll(resources, delivery).map(delivery.undelivered()))
                .compose(undelivered -> worker.progress()
                        .advance(fence, batch.position(), undelivered, undelivered.size() < events.size(), hasGap)
                        .onSuccess(stored -> held.advance(fence, batch.position(), undelivered.size())))
                .map(batch.position() > from);
    }

    private static Map<UUID, List<PendingEvent>> bySubject(List<PendingEvent> events) {
        Map<UUID, List<PendingEvent>> bySubject = new LinkedHashMap<>();
        events.forEach(event -> bySubject
                .computeIfAbsent(event.subject(), first -> new ArrayList<>())
                .add(event));
        return bySubject;
    }

    private Future<Set<UUID>> failingAmong(Set<UUID> subjects) {
        return held.waiting() == 0 || subjects.isEmpty()
                ? Future.succeededFuture(Set.of())
                : worker.progress().failingAmong(subjects, worker.endpoint().name());
    }

    /** Each of the concurrent deliverers works on one resource after the other. */
    private Future<Void> deliverAll(Map<UUID, List<PendingEvent>> events, Delivery delivery) {
        var resources = events.values().stream().map(List::iterator).iterator();
        var deliverers = Stream.generate(() -> deliverNext(resources, delivery))
                .limit(worker.settings().concurrency())
                .toList();
        return Future.join(deliverers).mapEmpty();
    }

    private Future<Void> deliverNext(Iterator<Iterator<PendingEvent>> resources, Delivery delivery) {
        return resources.hasNext()
                ? deliverInOrder(resources.next(), delivery).compose(done -> deliverNext(resources, delivery))
                : Future.succeededFuture();
    }

    private Future<Void> deliverInOrder(Iterator<PendingEvent> events, Delivery delivery) {
        if (!events.hasNext()) {
            return Future.succeededFuture();
        }
        var event = events.next();
        if (delivery.failing().contains(event.subject()) || !held.allowsAttempts()) {
            delivery.leave(event);
            events.forEachRemaining(delivery::leave);
            return Future.succeededFuture();
        }
        return worker.attempt(event.event().orElseThrow(), delivery.fence()).compose(result -> {
            if (result.isDelivered()) {
                return deliverInOrder(events, delivery);
            }
            delivery.undelivered().add(worker.failed(event, result));
            events.forEachRemaining(delivery::leave);
            return Future.succeededFuture();
        });
    }
}
