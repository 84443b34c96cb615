package dev.registrar.resource.webhook;

import java.time.Duration;
import java.util.Optional;

/**
 * The result of an attempt to deliver an event.
 *
 * @param error why it was not delivered, without secrets; empty if it was
 * @param isGone whether the endpoint wants no more deliveries (410)
 * @param retryAfter how long the endpoint wants to be left alone, if it says so
 */
record AttemptResult(Optional<String> error, boolean isGone, Optional<Duration> retryAfter) {
    static final AttemptResult DELIVERED = new AttemptResult(Optional.empty(), false, Optional.empty());

    static AttemptResult failed(String error) {
        return new AttemptResult(Optional.of(error), false, Optional.empty());
    }

    boolean isDelivered() {
        return error.isEmpty();
    }
}
