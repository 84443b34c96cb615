package dev.registrar.resource.events;

import dev.registrar.resource.bus.BusConsumer;
import dev.registrar.resource.database.Database;
import dev.registrar.resource.operations.Backlog;
import dev.registrar.resource.operations.NodeMetrics;
import dev.registrar.resource.type.Schema;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;

/** Publishes and replays the events of one verticle's schema. */
public final class Events {
    private final EventPublisher publisher;
    private final BusConsumer replay;

    private Events(EventPublisher publisher, BusConsumer replay) {
        this.publisher = publisher;
        this.replay = replay;
    }

    /**
     * Starts publishing events, including those that were stored while no node published.
     *
     * @param changing the connections for marking events as published
     * @param reading the connections for replaying events
     * @param reserved the connections for counting the events that are not published yet
     * @return completes when events can be replayed
     */
    public static Future<Events> publish(
            Vertx vertx,
            Database changing,
            Database reading,
            Database reserved,
            Schema schema,
            EventSettings settings) {
        var publisher = new EventPublisher(vertx, new EventLog(changing, schema.name()), schema.name(), settings);
        publisher.start();
        Backlog.show(
                NodeMetrics.of(vertx),
                "registrar.events.unpublished",
                "Events that have not been published yet",
                new EventLog(reserved, schema.name())::unpublished,
                "source",
                schema.name());
        return new EventReplay(vertx, new EventHistory(reading, schema.name()), new EventTypes(schema.types()))
                .offer(schema.name())
                .map(replay -> new Events(publisher, replay));
    }

    /**
     * Stops publishing and replaying.
     *
     * @param patience how long to wait for replays in progress
     * @return completes when no event is being published or replayed
     */
    public Future<Void> stop(Duration patience) {
        return Future.join(publisher.stop(), replay.close(patience)).mapEmpty();
    }
}
