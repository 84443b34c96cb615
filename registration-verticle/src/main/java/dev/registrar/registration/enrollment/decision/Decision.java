package dev.registrar.registration.enrollment.decision;

import java.time.Duration;
import java.util.Optional;

/** A decision on an enrollment. */
public sealed interface Decision {

    record Confirm() implements Decision {}

    /** The enrollment is rejected. */
    record Reject(String reason) implements Decision {}

    /**
     * The enrollment cannot be decided now.
     *
     * @param retryAfter the wait before the next attempt; empty to leave it to the worker
     */
    record Later(String reason, Optional<Duration> retryAfter) implements Decision {}
}
