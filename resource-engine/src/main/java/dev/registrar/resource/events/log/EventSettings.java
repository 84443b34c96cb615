package dev.registrar.resource.events.log;

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
        errors.requirePositive("events.poll-interval", pollInterval);
        errors.requirePositive("events.retention", retention);
        errors.throwIfAny();
    }
}
