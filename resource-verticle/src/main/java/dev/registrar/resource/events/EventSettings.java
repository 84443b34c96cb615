package dev.registrar.resource.events;

import java.time.Duration;

/**
 * How events are told.
 *
 * @param pollInterval how often to look for new ones
 * @param retention how long they can be read again
 */
public record EventSettings(Duration pollInterval, Duration retention) {
    public EventSettings {
        if (pollInterval.isZero()) {
            throw new IllegalArgumentException("events.poll-interval must be at least 1 ms");
        }
    }
}
