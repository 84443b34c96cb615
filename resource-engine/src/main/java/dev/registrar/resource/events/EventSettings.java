package dev.registrar.resource.events;

import dev.registrar.resource.settings.Objections;
import java.time.Duration;

/**
 * How events are told.
 *
 * @param pollInterval how often to look for new ones
 * @param retention how long they can be replayed
 */
public record EventSettings(Duration pollInterval, Duration retention) {
    private static final Duration LONGEST_PRUNING_INTERVAL = Duration.ofMinutes(10);

    public EventSettings {
        var objections = new Objections();
        objections.require(!pollInterval.isZero(), "events.poll-interval must be at least 1 ms");
        objections.require(!retention.isZero(), "events.retention must be at least 1 ms");
        objections.throwIfAny();
    }

    /** How often to remove what has been kept long enough. */
    Duration pruningInterval() {
        return retention.compareTo(LONGEST_PRUNING_INTERVAL) < 0 ? retention : LONGEST_PRUNING_INTERVAL;
    }
}
