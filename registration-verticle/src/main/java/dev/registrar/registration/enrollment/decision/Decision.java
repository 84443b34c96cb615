package dev.registrar.registration.enrollment.decision;

import java.time.Duration;
import java.util.Optional;

/** What becomes of an enrollment. */
public sealed interface Decision {

    record Confirm() implements Decision {}

    /** The registration goes back to {@code requested}. */
    record Reject(String reason) implements Decision {}

    /**
     * It cannot be decided now.
     *
     * @param retryAfter when to ask again; empty to leave that to the worker
     */
    record Later(String reason, Optional<Duration> retryAfter) implements Decision {}
}
