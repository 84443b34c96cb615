package dev.registrar.platform.settings;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All configured time limits, and the margins between those that depend on each other. They are read and checked
 * together.
 *
 * @param request how long the body of a request may take to arrive
 * @param idle how long a connection may be idle, without a part of a request or of a response, before it is closed
 * @param reply how long a request may take
 * @param drainDelay how long a node that is about to stop keeps serving as before
 * @param drain how long requests in progress may then take to finish
 * @param connection how long a request waits for a connection to the database
 * @param statement how long PostgreSQL works on the statements of one transaction
 * @param lock how long a statement waits for a row that another transaction has locked
 * @param window how long a registration waits for its enrollment
 * @param decision how long a decider may take
 * @param retryDelay the wait after the first attempt to decide an enrollment
 * @param retryCap the maximum wait between two attempts
 */
public record TimeLimits(
        Duration request,
        Duration idle,
        Duration reply,
        Duration drainDelay,
        Duration drain,
        Duration connection,
        Duration statement,
        Duration lock,
        Duration window,
        Duration decision,
        Duration retryDelay,
        Duration retryCap) {
    /** How long before the requester's timeout a reply must be sent, so that it arrives in time. */
    public static final Duration TRANSIT = Duration.ofMillis(100);

    /** How much earlier PostgreSQL gives up than the service that waits for it. */
    public static final Duration DATABASE_TRANSIT = Duration.ofMillis(50);

    /** How much longer a transaction may take than one statement that uses up its limit. */
    public static final Duration TRANSACTION_OVERHEAD = Duration.ofMillis(100);

    /** The time reserved for reading the outcome of an enrollment. */
    public static final Duration OUTCOME = Duration.ofMillis(200);

    /** The maximum duration of a stop. Each step of a stop has a shorter limit. */
    public static final Duration STOP = Duration.ofSeconds(30);

    /** The time reserved for stopping the verticles behind the gateway and leaving the cluster. */
    private static final Duration STOP_BEHIND_GATEWAY = Duration.ofSeconds(10);

    /** In milliseconds, Vert.x's timers of connections are no longer than 24 days. */
    private static final Duration LONGEST = Duration.ofHours(24);

    /** How long a reply may take to arrive after PostgreSQL has finished. */
    private static final Duration DATABASE_REPLY = Duration.ofMillis(500);

    private static final String REQUEST = "http.request-timeout";
    private static final String IDLE = "http.idle-timeout";
    private static final String REPLY = "http.reply-timeout";
    private static final String DRAIN_DELAY = "http.drain-delay";
    private static final String DRAIN = "http.drain-timeout";
    private static final String CONNECTION = "database.max-wait";
    private static final String STATEMENT = "database.statement-timeout";
    private static final String LOCK = "database.lock-timeout";
    private static final String WINDOW = "enrollment.sync-window";
    private static final String DECISION = "enrollment.decision-timeout";
    private static final String RETRY_DELAY = "enrollment.retry-delay";
    private static final String RETRY_CAP = "enrollment.retry-cap";

    static final List<String> KEYS = List.of(
            REQUEST,
            IDLE,
            REPLY,
            DRAIN_DELAY,
            DRAIN,
            CONNECTION,
            STATEMENT,
            LOCK,
            WINDOW,
            DECISION,
            RETRY_DELAY,
            RETRY_CAP);

    /** Reads the limits from the configuration; fails with the keys of wrong values. */
    public static TimeLimits in(JsonObject config) {
        return of(new Values(config));
    }

    /** Like {@link #in}, but also fails when limits contradict each other, with their keys and the rules. */
    public static TimeLimits thatFit(JsonObject config) {
        var values = new Values(config);
        values.requireFit();
        return of(values);
    }

    private static TimeLimits of(Values values) {
        values.errors.throwIfAny();
        return new TimeLimits(
                values.get(REQUEST),
                values.get(IDLE),
                values.get(REPLY),
                values.get(DRAIN_DELAY),
                values.get(DRAIN),
                values.get(CONNECTION),
                values.get(STATEMENT),
                values.get(LOCK),
                values.get(WINDOW),
                values.get(DECISION),
                values.get(RETRY_DELAY),
                values.get(RETRY_CAP));
    }

    /** The same limits, but with another one for PostgreSQL's work. */
    public TimeLimits withStatement(Duration other) {
        return new TimeLimits(
                request,
                idle,
                reply,
                drainDelay,
                drain,
                connection,
                other,
                lock,
                window,
                decision,
                retryDelay,
                retryCap);
    }

    /**
     * How long PostgreSQL works on one transaction. Its statements time out earlier, with an error that does not close
     * the connection.
     */
    public Duration transaction() {
        return statement.plus(TRANSACTION_OVERHEAD);
    }

    /** How long a connection to the database may be busy; after this time it is considered unusable. */
    public Duration silence() {
        return statement.plus(DATABASE_REPLY);
    }

    /** How long background work, which no request waits for, may take: as long as the pool and PostgreSQL allow. */
    public Duration background() {
        return connection.plus(silence());
    }

    /** The values by key, without those that are wrong, each of which is an error of its own. */
    private static final class Values {
        private final Map<String, Duration> byKey = new HashMap<>();
        private final SettingsErrors errors = new SettingsErrors();

        Values(JsonObject config) {
            KEYS.forEach(key -> errors.collect(() -> byKey.put(key, Settings.value(config, key, Duration.class))));
            KEYS.stream().filter(byKey::containsKey).forEach(this::requireInBounds);
        }

        Duration get(String key) {
            return byKey.get(key);
        }

        void requireFit() {
            requireFit(LOCK, STATEMENT, Duration.ZERO);
            requireFit(CONNECTION, REPLY, TRANSIT);
            requireFit(STATEMENT, REPLY, TRANSIT.plus(DATABASE_TRANSIT).plus(TRANSACTION_OVERHEAD));
            requireFit(WINDOW, REPLY, TRANSIT.plus(OUTCOME));
            requireFit(REPLY, IDLE, Duration.ZERO);
            requireFit(RETRY_DELAY, RETRY_CAP, Duration.ZERO);
            requireTogether(DRAIN_DELAY, DRAIN, STOP.minus(STOP_BEHIND_GATEWAY));
        }

        private void requireInBounds(String key) {
            if (!key.equals(DRAIN_DELAY)) {
                errors.requirePositive(key, get(key));
            }
            errors.require(
                    get(key).compareTo(LONGEST) <= 0, "%s must be at most %s h".formatted(key, LONGEST.toHours()));
        }

        private boolean areRead(String... keys) {
            return byKey.keySet().containsAll(List.of(keys));
        }

        private void requireFit(String key, String outerKey, Duration margin) {
            if (areRead(key, outerKey) && get(key).plus(margin).compareTo(get(outerKey)) > 0) {
                errors.add("%s must be at most %s%s"
                        .formatted(
                                described(key),
                                described(outerKey),
                                margin.isZero() ? "" : " less %s ms".formatted(margin.toMillis())));
            }
        }

        private void requireTogether(String first, String second, Duration max) {
            if (areRead(first, second) && get(first).plus(get(second)).compareTo(max) > 0) {
                errors.add("%s and %s must be at most %s s together"
                        .formatted(described(first), described(second), max.toSeconds()));
            }
        }

        private String described(String key) {
            return "%s (%s ms)".formatted(key, get(key).toMillis());
        }
    }
}
