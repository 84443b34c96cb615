package dev.registrar.resource.events;

import dev.registrar.resource.bus.ResourceBus;
import dev.registrar.resource.database.failure.ProcessWarning;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
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
    private Future<Boolean> publishing = Future.succeededFuture(false);
    private boolean stopped;

    EventPublisher(Vertx vertx, EventLog log, EventSettings settings) {
        this.vertx = vertx;
        this.log = log;
        this.settings = settings;
        unpublished = new ProcessWarning(vertx, LOG, "Events cannot be published now");
        unpruned = new ProcessWarning(vertx, LOG, "Old events cannot be removed now");
    }

    /** Starts publishing and pruning. */
    void start() {
        vertx.setPeriodic(settings.pollInterval().toMillis(), timer -> publish());
        vertx.setPeriodic(settings.pruningInterval().toMillis(), timer -> prune());
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
        publishing = log.publishNext(event -> vertx.eventBus().publish(ResourceBus.EVENTS, event));
        publishing
                .onSuccess(more -> {
                    if (more) {
                        publish();
                    }
                })
                .onFailure(unpublished::log);
    }

    private void prune() {
        log.prune(settings.retention()).onFailure(unpruned::log);
    }
}
