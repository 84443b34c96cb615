package dev.registrar.resource.webhook.state;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * An event that could not be delivered, or waits for one that could not.
 *
 * @param attempts how many have been made since it was stored: 0 or 1
 * @param delay until the next attempt
 * @param error why the attempt failed, if one was made
 */
public record Undelivered(long position, UUID subject, int attempts, Duration delay, Optional<String> error) {

    /** An event of which an attempt failed. */
    public static Undelivered failed(PendingEvent event, Duration delay, String error) {
        return new Undelivered(event.position(), event.subject(), 1, delay, Optional.of(error));
    }

    /** An event that has not been tried, because an earlier one of its resource has not been delivered. */
    public static Undelivered waiting(PendingEvent event) {
        return new Undelivered(event.position(), event.subject(), 0, Duration.ZERO, Optional.empty());
    }
}
