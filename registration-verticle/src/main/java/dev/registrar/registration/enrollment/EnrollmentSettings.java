package dev.registrar.registration.enrollment;

import dev.registrar.registration.enrollment.decision.DeciderKind;
import dev.registrar.resource.settings.SettingsErrors;
import java.time.Duration;

/**
 * The settings of the enrollment process.
 *
 * @param syncWindow how long the response to a registration waits for its confirmation
 * @param pollInterval how often the worker looks for registrations that no message named
 * @param lease how long a worker keeps a registration without renewing its claim
 * @param decisionTimeout how long a decider may take
 * @param maxAttempts how often an enrollment is tried before it is abandoned
 * @param outagePatience how long attempts do not count while no enrollment gets a decision
 * @param retryDelay the wait after the first attempt
 * @param retryCap the maximum wait between attempts
 * @param decider who decides
 */
public record EnrollmentSettings(
        Duration syncWindow,
        Duration pollInterval,
        Duration lease,
        Duration decisionTimeout,
        int maxAttempts,
        Duration outagePatience,
        Duration retryDelay,
        Duration retryCap,
        DeciderKind decider) {
    public EnrollmentSettings {
        var errors = new SettingsErrors();
        errors.require(!pollInterval.isZero(), "enrollment.poll-interval must be at least 1 ms");
        errors.require(lease.toMillis() >= 100, "enrollment.lease must be at least 100 ms");
        errors.require(!decisionTimeout.isZero(), "enrollment.decision-timeout must be at least 1 ms");
        errors.require(maxAttempts > 0, "enrollment.max-attempts must be at least 1");
        errors.throwIfAny();
    }
}
