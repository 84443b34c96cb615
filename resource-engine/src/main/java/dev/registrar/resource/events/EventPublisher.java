package dev.registrar.resource.events;

import dev.registrar.resource.bus.ResourceBus;
import dev.registrar.resource.database.failure.ProcessWarning;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes the events of one schema on the event bus, and removes those that have been kept long enough. */
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
        unpruned = new ProcessWarning(vertx, LOG, "Old events stay for now");
    }

    /** Publishes and prunes from now on. */
    void start() {
        vertx.setPeriodic(settings.pollInterval().toMillis(), timer -> publish());
        vertx.setPeriodic(settings.pruningInterval().toMillis(), timer -> prune());
    }

    /** Completes when nothing is being published any more. */
    Future<Void> stop() {
        stopped = true;
        return publishing.<Void>mapEmpty().otherwiseEmpty();
    }

    /** One batch at a time, the next one at once when there may be more. */
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
                .onFailure(unpublished::tell);
    }

    private void prune() {
        log.prune(settings.retention()).onFailure(unpruned::tell);
    }
}
