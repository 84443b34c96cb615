package dev.registrar.resource.webhook.state;

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
 * @param waits whether an earlier event of the same resource has not been delivered yet
 */
public record PendingEvent(
        long position, UUID subject, Optional<JsonObject> event, int attempts, Duration failing, boolean waits) {}
