package dev.registrar.resource.time;

import dev.registrar.resource.settings.Settings;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The limits of time that must fit into each other, as the configuration has them.
 *
 * @param reply how long a request may take: {@code http.reply-timeout}
 * @param connection how long a request may wait for a connection: {@code database.max-wait}
 * @param statement how long PostgreSQL may work on a transaction: {@code database.statement-timeout}
 * @param lock how long a statement may wait for a row: {@code database.lock-timeout}
 * @param window how long a registration waits for its enrollment: {@code enrollment.sync-window}
 */
public record TimeLimits(Duration reply, Duration connection, Duration statement, Duration lock, Duration window) {
    /** By how much a reply leaves before its sender gives up: it has to get there. */
    public static final Duration TRANSIT = Duration.ofMillis(100);

    /** By how much PostgreSQL gives up before its client does. */
    public static final Duration DATABASE_TRANSIT = Duration.ofMillis(50);

    /** How much longer a transaction may take than one statement that uses up its limit. */
    public static final Duration TRANSACTION_OVERHEAD = Duration.ofMillis(100);

    /** What it takes to read the outcome of an enrollment. */
    public static final Duration OUTCOME = Duration.ofMillis(200);

    private static final String REPLY = "http.reply-timeout";
    private static final String CONNECTION = "database.max-wait";
    private static final String STATEMENT = "database.statement-timeout";
    private static final String LOCK = "database.lock-timeout";
    private static final String WINDOW = "enrollment.sync-window";

    public TimeLimits {
        var objections = new Objections();
        objections.requirePositive(REPLY, reply);
        objections.requirePositive(CONNECTION, connection);
        objections.requirePositive(STATEMENT, statement);
        objections.requirePositive(LOCK, lock);
        objections.requirePositive(WINDOW, window);
        objections.requireFit(LOCK, lock, STATEMENT, statement, Duration.ZERO);
        objections.requireFit(CONNECTION, connection, REPLY, reply, TRANSIT);
        objections.requireFit(
                STATEMENT,
                statement,
                REPLY,
                reply,
                TRANSIT.plus(DATABASE_TRANSIT).plus(TRANSACTION_OVERHEAD));
        objections.requireFit(WINDOW, window, REPLY, reply, TRANSIT.plus(OUTCOME));
        objections.throwIfAny();
    }

    /**
     * Reads them.
     *
     * @param config all sections of the configuration
     * @throws IllegalArgumentException naming the keys, and the rule, when they cannot hold together
     */
    public static TimeLimits in(JsonObject config) {
        return new TimeLimits(
                Settings.duration(config, REPLY),
                Settings.duration(config, CONNECTION),
                Settings.duration(config, STATEMENT),
                Settings.duration(config, LOCK),
                Settings.duration(config, WINDOW));
    }

    private record Objections(List<String> all) {
        Objections() {
            this(new ArrayList<>());
        }

        void requirePositive(String key, Duration value) {
            if (value.isZero()) {
                all.add("%s must be at least 1 ms".formatted(key));
            }
        }

        void requireFit(String key, Duration value, String outerKey, Duration outer, Duration margin) {
            if (value.plus(margin).compareTo(outer) > 0) {
                all.add("%s (%d ms) must be at most %s (%d ms)%s"
                        .formatted(
                                key,
                                value.toMillis(),
                                outerKey,
                                outer.toMillis(),
                                margin.isZero() ? "" : " less %d ms".formatted(margin.toMillis())));
            }
        }

        void throwIfAny() {
            if (!all.isEmpty()) {
                throw new IllegalArgumentException(String.join("; ", all));
            }
        }
    }
}
