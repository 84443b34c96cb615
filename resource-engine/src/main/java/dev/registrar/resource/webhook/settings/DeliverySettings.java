package dev.registrar.resource.webhook.settings;

import dev.registrar.resource.settings.SettingsErrors;
import java.time.Duration;
import java.util.Map;

/**
 * The limits of deliveries, the same for all endpoints.
 *
 * @param concurrency the number of deliveries to one endpoint at a time; the same number for those that are repeated
 * @param timeout how long an endpoint may take to respond
 * @param retryDelay the wait after the first attempt, which doubles with each further one
 * @param retryCap the longest wait between two attempts
 * @param maxWaiting how many events that failed, or wait for one that failed, are kept; then an endpoint receives no
 *     further ones
 * @param giveUpAfter how long after the first attempt an event is given up
 * @param pollInterval how often to look for events
 * @param lease how long a worker keeps an endpoint without renewing its claim
 */
public record DeliverySettings(
        int concurrency,
        Duration timeout,
        Duration retryDelay,
        Duration retryCap,
        int maxWaiting,
        Duration giveUpAfter,
        Duration pollInterval,
        Duration lease) {
    private static final int MAX_CONCURRENCY = 100;
    private static final Duration MIN_LEASE = Duration.ofMillis(100);
    private static final Duration MAX_TIMEOUT = Duration.ofMinutes(1);

    public DeliverySettings {
        var errors = new SettingsErrors();
        errors.require(
                concurrency >= 1 && concurrency <= MAX_CONCURRENCY,
                "webhooks.concurrency must be from 1 to %s".formatted(MAX_CONCURRENCY));
        errors.require(maxWaiting >= 1, "webhooks.max-waiting must be at least 1");
        Map.of("retry-delay", retryDelay, "give-up-after", giveUpAfter, "poll-interval", pollInterval)
                .forEach((key, value) -> errors.requirePositive("webhooks." + key, value));
        errors.require(
                !timeout.isZero() && timeout.compareTo(MAX_TIMEOUT) <= 0,
                "webhooks.timeout must be from 1 ms to %s s".formatted(MAX_TIMEOUT.toSeconds()));
        errors.require(retryCap.compareTo(retryDelay) >= 0, "webhooks.retry-cap must not be less than retry-delay");
        errors.require(
                lease.compareTo(MIN_LEASE) >= 0,
                "webhooks.lease must be at least %s ms".formatted(MIN_LEASE.toMillis()));
        errors.throwIfAny();
    }
}
