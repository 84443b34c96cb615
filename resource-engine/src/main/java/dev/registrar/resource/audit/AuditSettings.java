package dev.registrar.resource.audit;

import dev.registrar.resource.settings.SettingsErrors;
import java.time.Duration;

/**
 * The settings of the audit.
 *
 * @param retention how long audit events are stored
 */
public record AuditSettings(Duration retention) {
    /** The database refuses to remove newer rows, whoever asks. */
    private static final Duration SHORTEST = Duration.ofHours(24);

    public AuditSettings {
        var errors = new SettingsErrors();
        errors.require(retention.compareTo(SHORTEST) >= 0, "audit.retention must be at least 24 h");
        errors.throwIfAny();
    }
}
