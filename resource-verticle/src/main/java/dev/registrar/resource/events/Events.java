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
     * @return completes when events can be read again
     */
    public static Future<Void> publish(Vertx vertx, Database database, String schema, EventSettings settings) {
        return new EventPublisher(vertx, new EventLog(database, schema), settings).start(schema);
    }
}
