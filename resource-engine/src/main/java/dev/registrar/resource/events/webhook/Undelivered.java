package dev.registrar.resource.events.webhook;

import java.time.Duration;
import java.util.Optional;

/**
 * An event that could not be delivered, or waits for one that could not.
 *
 * @param attempts how many have been made since it was stored: 0 or 1
 * @param delay until the next attempt
 * @param error why the attempt failed, if one was made
 */
record Undelivered(PendingEvent event, int attempts, Duration delay, Optional<String> error) {}
