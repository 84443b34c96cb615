package dev.registrar.registration.enrollment;

import dev.registrar.platform.settings.SettingsErrors;
import java.time.Duration;

/**
 * The settings of the enrollment process.
 *
 * @param pollInterval how often the worker looks for registrations that no message named
 * @param lease how long a worker keeps a registration without renewing its claim
 * @param maxAttempts how often an enrollment is tried before it is abandoned
 * @param outageTimeout how long attempts do not count while no enrollment gets a decision
 * @param courseTerm whether a registration needs a course term
 * @param decider who decides, and how
 */
public record EnrollmentSettings(
        Duration pollInterval,
        Duration lease,
        int maxAttempts,
        Duration outageTimeout,
        CourseTermRule courseTerm,
        DeciderSettings decider) {
    public EnrollmentSettings {
        var errors = new SettingsErrors();
        errors.requirePositive("enrollment.poll-interval", pollInterval);
        errors.require(lease.toMillis() >= 100, "enrollment.lease must be at least 100 ms");
        errors.require(maxAttempts > 0, "enrollment.max-attempts must be at least 1");
        errors.throwIfAny();
    }
}
