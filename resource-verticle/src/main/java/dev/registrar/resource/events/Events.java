package dev.registrar.resource.events;

import dev.registrar.resource.store.Database;
import io.vertx.core.Future;
import io.vertx.core.Vertx;

/** The events of one verticle's schema. */
public final class Events {
    private final EventPublisher publisher;

    private Events(EventPublisher publisher) {
        this.publisher = publisher;
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
        return new EventReplay(new EventLog(reading, schema))
                .offer(vertx, schema)
                .map(new Events(publisher));
    }

    /** Completes when nothing is being published any more. */
    public Future<Void> stop() {
        return publisher.stop();
    }
}
