package dev.registrar.resource.events;

import dev.registrar.resource.bus.ResourceBus;
import dev.registrar.resource.database.ProcessWarning;
import dev.registrar.resource.operations.NodeMetrics;
import io.micrometer.core.instrument.Counter;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes the events of one schema on the event bus, and removes them after the retention time. */
final class EventPublisher {
    private static final Logger LOG = LoggerFactory.getLogger(EventPublisher.class);

    private final Vertx vertx;
    private final EventLog log;
    private final EventSettings settings;
    private final ProcessWarning unpublished;
    private final ProcessWarning unpruned;
    private final Counter published;
    private Future<Boolean> publishing = Future.succeededFuture(false);
    private boolean stopped;

    EventPublisher(Vertx vertx, EventLog log, String source, EventSettings settings) {
        this.vertx = vertx;
        this.log = log;
        this.settings = settings;
        unpublished = new ProcessWarning(vertx, LOG, "Events cannot be published now");
        unpruned = new ProcessWarning(vertx, LOG, "Old events cannot be removed now");
        published = NodeMetrics.of(vertx)
                .counter("registrar.events.published", "Events that were published", "source", source);
    }

    /** Starts publishing and pruning. */
    void start() {
        vertx.setPeriodic(settings.pollInterval().toMillis(), timer -> publish());
        log.removal(vertx, settings.retention(), unpruned).start(settings.retention());
    }

    /** Stops publishing; completes when the current batch is done. */
    Future<Void> stop() {
        stopped = true;
        return publishing.<Void>mapEmpty().otherwiseEmpty();
    }

    /** Publishes one batch at a time, and the next one immediately when there may be more. */
    private void publish() {
        if (stopped || !publishing.isComplete()) {
            return;
        }
        publishing = log.publishNext(this::publish);
        publishing
                .onSuccess(more -> {
                    if (more) {
                        publish();
                    }
                })
                .onFailure(unpublished::log);
    }

    private void publish(JsonObject event) {
        vertx.eventBus().publish(ResourceBus.EVENTS, event);
        published.increment();
    }
}
