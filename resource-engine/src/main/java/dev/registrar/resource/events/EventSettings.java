package dev.registrar.resource.events;

import dev.registrar.resource.settings.SettingsErrors;
import java.time.Duration;

/**
 * The settings of events.
 *
 * @param pollInterval how often to look for new events
 * @param retention how long events can be replayed
 */
public record EventSettings(Duration pollInterval, Duration retention) {
    public EventSettings {
        var errors = new SettingsErrors();
        errors.require(!pollInterval.isZero(), "events.poll-interval must be at least 1 ms");
        errors.require(!retention.isZero(), "events.retention must be at least 1 ms");
        errors.throwIfAny();
    }
}
