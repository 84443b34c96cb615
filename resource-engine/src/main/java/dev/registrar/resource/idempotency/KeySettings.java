package dev.registrar.resource.idempotency;

import dev.registrar.resource.settings.SettingsErrors;
import java.time.Duration;

/**
 * The settings of idempotency keys.
 *
 * @param retention how long the reply to a request with a key is stored
 */
public record KeySettings(Duration retention) {
    public KeySettings {
        var errors = new SettingsErrors();
        errors.require(
                retention.compareTo(IdempotencyKey.RETENTION) >= 0,
                "idempotency-keys.retention must be at least %s h, which clients rely on"
                        .formatted(IdempotencyKey.RETENTION.toHours()));
        errors.throwIfAny();
    }
}
