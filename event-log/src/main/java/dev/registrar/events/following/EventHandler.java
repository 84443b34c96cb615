package dev.registrar.events.following;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** What a follower does with events. When a future fails, the same call is repeated later. */
public interface EventHandler {
    /**
     * Reads all resources that are followed, because it is not known which of them have changed: there is no stored
     * position yet, the events after it have been removed, or the database has been restored. The follower continues
     * with the events after this call began, so some of them may already show in the resources.
     */
    Future<Void> startAnew();

    /**
     * Handles the next events, 1 to 100. The next ones follow when the future has succeeded and the position is stored.
     * After a failure or a restart, events that have been handled may come again, with the same {@code id}.
     *
     * @param events CloudEvents, as published at {@code registrar.events}; those of each resource are in the order of
     *     its changes
     */
    Future<Void> handle(List<JsonObject> events);
}
