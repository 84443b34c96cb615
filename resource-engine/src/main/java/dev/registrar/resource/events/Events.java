package dev.registrar.resource.events;

import dev.registrar.resource.bus.receiving.BusConsumer;
import dev.registrar.resource.database.Database;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;

/** The events of one verticle's schema. */
public final class Events {
    private final EventPublisher publisher;
    private final BusConsumer replay;

    private Events(EventPublisher publisher, BusConsumer replay) {
        this.publisher = publisher;
        this.replay = replay;
    }

    /**
     * Publishes them from now on, those too that happened while nobody did.
     *
     * @param changing where events become published
     * @param reading where they are read again
     * @return completes when events can be read again
     */
    public static Future<Events> publish(
            Vertx vertx, Database changing, Database reading, String schema, EventSettings settings) {
        var publisher = new EventPublisher(vertx, new EventLog(changing, schema), settings);
        publisher.start();
        return new EventReplay(vertx, new EventLog(reading, schema))
                .offer(schema)
                .map(replay -> new Events(publisher, replay));
    }

    /**
     * Ends both.
     *
     * @param patience how long replays that are under way may take
     * @return completes when nothing is being published or replayed any more
     */
    public Future<Void> stop(Duration patience) {
        return Future.join(publisher.stop(), replay.close(patience)).mapEmpty();
    }
}
