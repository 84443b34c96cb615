package dev.registrar.resource.imports;

import dev.registrar.platform.settings.SettingsErrors;
import dev.registrar.resource.idempotency.IdempotencyKey;
import java.time.Duration;

/**
 * The settings of imports.
 *
 * @param maxFileSize the largest file, in bytes
 * @param maxRows the largest number of rows of a file
 * @param maxWaiting the number of imports of one verticle that may wait
 * @param retention how long an import that has ended, its rows and its errors are stored
 */
public record ImportSettings(long maxFileSize, int maxRows, int maxWaiting, Duration retention) {
    public ImportSettings {
        var errors = new SettingsErrors();
        errors.require(maxFileSize > 0, "imports.max-file-size must be at least 1");
        errors.require(maxRows > 0, "imports.max-rows must be at least 1");
        errors.require(maxWaiting > 0, "imports.max-waiting must be at least 1");
        errors.require(
                retention.compareTo(IdempotencyKey.RETENTION) >= 0,
                "imports.retention must be at least %s h, because a repeated request gets the same import"
                        .formatted(IdempotencyKey.RETENTION.toHours()));
        errors.throwIfAny();
    }
}
