package dev.registrar.registration;

import java.time.Duration;

/**
 * How registrations are completed.
 *
 * @param syncWindow how long the answer to a registration waits for its confirmation
 * @param pollInterval how often the worker looks for registrations that no message told it of
 */
record EnrollmentSettings(Duration syncWindow, Duration pollInterval) {
    EnrollmentSettings {
        if (syncWindow.isZero()) {
            throw new IllegalArgumentException("enrollment.sync-window must be at least 1 ms");
        }
        if (pollInterval.isZero()) {
            throw new IllegalArgumentException("enrollment.poll-interval must be at least 1 ms");
        }
    }
}
