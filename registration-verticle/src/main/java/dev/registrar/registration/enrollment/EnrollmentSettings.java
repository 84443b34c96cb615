package dev.registrar.registration.enrollment;

import dev.registrar.registration.enrollment.decision.DeciderKind;
import dev.registrar.resource.settings.Objections;
import java.time.Duration;

/**
 * How registrations are completed.
 *
 * @param syncWindow how long the answer to a registration waits for its confirmation
 * @param pollInterval how often the worker looks for registrations that no message told it of
 * @param lease how long a worker that says nothing keeps a registration to itself
 * @param decisionTimeout how long a decider may take
 * @param maxAttempts how often an enrollment is tried before it is abandoned
 * @param outagePatience how long attempts do not count while nobody gets a decision
 * @param retryDelay how long it waits after the first attempt
 * @param retryCap how long it waits at most
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
        var objections = new Objections();
        objections.require(!pollInterval.isZero(), "enrollment.poll-interval must be at least 1 ms");
        objections.require(lease.toMillis() >= 100, "enrollment.lease must be at least 100 ms");
        objections.require(!decisionTimeout.isZero(), "enrollment.decision-timeout must be at least 1 ms");
        objections.require(maxAttempts > 0, "enrollment.max-attempts must be at least 1");
        objections.throwIfAny();
    }
}
