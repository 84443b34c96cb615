package dev.registrar.resource.events;

import dev.registrar.resource.bus.ResourceBus;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the event bus what has happened to the resources of one schema, and tells it again to whom asks. */
final class EventPublisher {
    private static final Logger LOG = LoggerFactory.getLogger(EventPublisher.class);
    private static final Duration PRUNING_INTERVAL = Duration.ofMinutes(10);
    private static final int MOST_AT_ONCE = 100;

    private final Vertx vertx;
    private final EventLog log;
    private final EventLog replayed;
    private final EventSettings settings;
    private boolean publishing;

    /**
     * Makes a publisher.
     *
     * @param replayed the same log, for those who read it again
     */
    EventPublisher(Vertx vertx, EventLog log, EventLog replayed, EventSettings settings) {
        this.vertx = vertx;
        this.log = log;
        this.replayed = replayed;
        this.settings = settings;
    }

    /** Completes when requests to read events again are answered, at the replay address of this schema. */
    Future<Void> start(String schema) {
        vertx.setPeriodic(settings.pollInterval().toMillis(), timer -> publish());
        vertx.setPeriodic(PRUNING_INTERVAL.toMillis(), timer -> prune());
        var answering = Promise.<Void>promise();
        vertx.eventBus()
                .<JsonObject>consumer(ResourceBus.replayAddressOf(schema), this::replay)
                .completionHandler(answering);
        return answering.future();
    }

    /** One batch at a time, the next one at once when there may be more. */
    private void publish() {
        if (publishing) {
            return;
        }
        publishing = true;
        log.publishNext(event -> vertx.eventBus().publish(ResourceBus.EVENTS, event))
                .onComplete(done -> publishing = false)
                .onSuccess(more -> {
                    if (more) {
                        publish();
                    }
                })
                .onFailure(failure -> LOG.warn("Events cannot be published now", failure));
    }

    private void prune() {
        log.prune(settings.retention()).onFailure(failure -> LOG.warn("Old events stay for now", failure));
    }

    private void replay(Message<JsonObject> message) {
        try {
            var after = Long.parseLong(message.body().getString("after", "0"));
            var limit = message.body().getInteger("limit", MOST_AT_ONCE);
            if (limit < 1) {
                throw new IllegalArgumentException("limit");
            }
            replayed.after(after, Math.min(limit, MOST_AT_ONCE))
                    .onSuccess(events -> message.reply(new JsonObject().put("events", new JsonArray(events))))
                    .onFailure(failure -> message.fail(503, "The events cannot be read now; try again."));
        } catch (RuntimeException malformed) {
            message.fail(400, "The body must be {\"after\": \"<sequence>\", \"limit\": <1 to 100>}.");
        }
    }
}
