package dev.registrar.resource.time;

import dev.registrar.resource.settings.Settings;
import dev.registrar.resource.settings.SettingsErrors;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The configured time limits that depend on each other, and the margins between them. Other time limits are independent: each
 * bounds a single operation, such as a fetch of keys, and the request that waits for it has its own deadline as well.
 */
public final class TimeLimits {
    /** How long before the requester's timeout a reply must be sent, so that it arrives in time. */
    public static final Duration TRANSIT = Duration.ofMillis(100);

    /** How long before its client PostgreSQL gives up. */
    public static final Duration DATABASE_TRANSIT = Duration.ofMillis(50);

    /** How much longer a transaction may take than one statement that uses up its limit. */
    public static final Duration TRANSACTION_OVERHEAD = Duration.ofMillis(100);

    /** The time reserved for reading the outcome of an enrollment. */
    public static final Duration OUTCOME = Duration.ofMillis(200);

    /** The maximum duration of a stop. By then every step of it has reached its own limit. */
    public static final Duration STOP = Duration.ofSeconds(30);

    /** The time reserved for stopping the verticles behind the gateway and leaving the cluster. */
    private static final Duration STOP_BEHIND_GATEWAY = Duration.ofSeconds(10);

    private static final String REPLY = "http.reply-timeout";
    private static final String IDLE = "http.idle-timeout";
    private static final String DRAIN_DELAY = "http.drain-delay";
    private static final String DRAIN = "http.drain-timeout";
    private static final String CONNECTION = "database.max-wait";
    private static final String STATEMENT = "database.statement-timeout";
    private static final String LOCK = "database.lock-timeout";
    private static final String WINDOW = "enrollment.sync-window";
    private static final String RETRY_DELAY = "enrollment.retry-delay";
    private static final String RETRY_CAP = "enrollment.retry-cap";

    private static final List<String> POSITIVE =
            List.of(REPLY, IDLE, DRAIN, CONNECTION, STATEMENT, LOCK, WINDOW, RETRY_DELAY, RETRY_CAP);

    private final Map<String, Duration> byKey;
    private final SettingsErrors errors = new SettingsErrors();

    private TimeLimits(Map<String, Duration> byKey) {
        this.byKey = byKey;
        POSITIVE.forEach(this::requirePositive);
        requireFit(LOCK, STATEMENT, Duration.ZERO);
        requireFit(CONNECTION, REPLY, TRANSIT);
        requireFit(STATEMENT, REPLY, TRANSIT.plus(DATABASE_TRANSIT).plus(TRANSACTION_OVERHEAD));
        requireFit(WINDOW, REPLY, TRANSIT.plus(OUTCOME));
        requireFit(REPLY, IDLE, Duration.ZERO);
        requireFit(RETRY_DELAY, RETRY_CAP, Duration.ZERO);
        requireTogether(DRAIN_DELAY, DRAIN, STOP.minus(STOP_BEHIND_GATEWAY));
        errors.throwIfAny();
    }

    /**
     * Reads and checks the limits.
     *
     * @param config all sections of the configuration
     * @throws IllegalArgumentException when limits contradict each other; the message names the keys and the rules
     */
    public static TimeLimits in(JsonObject config) {
        return new TimeLimits(Stream.concat(POSITIVE.stream(), Stream.of(DRAIN_DELAY))
                .collect(Collectors.toUnmodifiableMap(
                        Function.identity(), key -> Settings.value(config, key, Duration.class))));
    }

    /** How long a request may take: {@code http.reply-timeout}. */
    public Duration reply() {
        return byKey.get(REPLY);
    }

    /** How long a registration waits for its enrollment: {@code enrollment.sync-window}. */
    public Duration window() {
        return byKey.get(WINDOW);
    }

    /** How long a node that is about to stop keeps serving as before: {@code http.drain-delay}. */
    public Duration drainDelay() {
        return byKey.get(DRAIN_DELAY);
    }

    private void requirePositive(String key) {
        if (byKey.get(key).isZero()) {
            errors.add("%s must be at least 1 ms".formatted(key));
        }
    }

    private void requireFit(String key, String outerKey, Duration margin) {
        if (byKey.get(key).plus(margin).compareTo(byKey.get(outerKey)) > 0) {
            errors.add("%s must be at most %s%s"
                    .formatted(
                            described(key),
                            described(outerKey),
                            margin.isZero() ? "" : " less %d ms".formatted(margin.toMillis())));
        }
    }

    private void requireTogether(String first, String second, Duration max) {
        if (byKey.get(first).plus(byKey.get(second)).compareTo(max) > 0) {
            errors.add("%s and %s must be at most %d s together"
                    .formatted(described(first), described(second), max.toSeconds()));
        }
    }

    private String described(String key) {
        return "%s (%d ms)".formatted(key, byKey.get(key).toMillis());
    }
}
