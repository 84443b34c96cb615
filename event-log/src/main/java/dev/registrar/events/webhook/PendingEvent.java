package dev.registrar.events.webhook;

import dev.registrar.events.log.CloudEvents;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * An event that an endpoint should receive.
 *
 * @param event the CloudEvent; empty if the log no longer has it
 * @param attempts how often it was tried
 * @param failing how long ago the first attempt was
 */
record PendingEvent(long position, UUID subject, Optional<JsonObject> event, int attempts, Duration failing) {

    /** An event that has not been tried. */
    static PendingEvent ofNew(JsonObject event) {
        return new PendingEvent(
                CloudEvents.positionOf(event), CloudEvents.subjectIn(event), Optional.of(event), 0, Duration.ZERO);
    }

    /** Names the event in logs. */
    @Override
    public String toString() {
        return event.map(stored -> "the event %s of %s".formatted(stored.getString("id"), stored.getString("subject")))
                .orElseGet(() -> "the event with the sequence %s".formatted(position));
    }
}
