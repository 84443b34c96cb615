package dev.registrar.resource.events;

import dev.registrar.resource.store.Database;
import io.vertx.core.Future;
import io.vertx.core.Vertx;

/** The events of one verticle's schema. */
public final class Events {
    private Events() {}

    /**
     * Publishes them from now on, those too that happened while nobody did.
     *
     * @param changing where events become published
     * @param reading where they are read again
     * @return completes when events can be read again
     */
    public static Future<Void> publish(
            Vertx vertx, Database changing, Database reading, String schema, EventSettings settings) {
        new EventPublisher(vertx, new EventLog(changing, schema), settings).start();
        return new EventReplay(new EventLog(reading, schema)).offer(vertx, schema);
    }
}
