package dev.registrar.platform.database;

import dev.registrar.platform.concurrency.FairQueue;
import dev.registrar.platform.concurrency.FairQueue.Bounds;
import dev.registrar.platform.operations.NodeMetrics;
import dev.registrar.platform.settings.TimeLimits;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The pools of connections, so that statements of one kind do not delay those of another. The verticles of a node share
 * the pools for reads, so that each of them has enough connections although there are few; the others belong to one
 * verticle.
 */
public enum Pool {
    /** Reads that use an index, whatever PostgreSQL's estimates of the numbers of matching rows are. */
    READ,
    /** Reads that may scan all rows of a table, including searches. Only a few can wait. */
    SCAN,
    /** Changes. */
    WRITE,
    /** The service's own processes, which clients must not delay; they need few connections. */
    BACKGROUND,
    /** The rows of imports, one chunk after the other; a transaction may take as long as a whole file. */
    IMPORT,
    /** Exports: reads of all rows, as slowly as their clients receive them. */
    EXPORT;

    /** The number of exports of a node at once. */
    public static final int EXPORTS = 2;

    /** How long an export, or an import in one transaction, may take. */
    private static final Duration LONGEST_TRANSACTION = Duration.ofMinutes(30);

    /** Longer than a client may ask for nothing. */
    private static final String LONGEST_PAUSE_OF_EXPORT = "60s";

    /** For each connection. */
    private static final int WAITING_SCANS = 8;

    private static final Map<String, String> INDEX_ONLY = Map.of("enable_seqscan", "off", "jit", "off");

    /**
     * A scan uses one processor, and enough memory for the index entries of a million rows; with less, PostgreSQL would
     * split the texts of all rows into words again. Its plan is made for the values of the request, because the best
     * one depends on how many rows match.
     */
    private static final Map<String, String> ONE_SCAN = Map.of(
            "max_parallel_workers_per_gather",
            "0",
            "jit",
            "off",
            "work_mem",
            "32MB",
            "plan_cache_mode",
            "force_custom_plan");

    private static final String BRIEF_LOCK = Long.toString(LockWaits.TRY.toMillis());

    /** What triggers do may seem expensive to PostgreSQL; compiling it would take longer than doing it. */
    private static final Map<String, String> BRIEF_CHANGES = Map.of("lock_timeout", BRIEF_LOCK, "jit", "off");

    /** Rows are found by indexes also while PostgreSQL does not know yet how many there are. */
    private static final Map<String, String> INDEX_ONLY_WITH_BRIEF_CHANGES =
            Map.of("enable_seqscan", "off", "jit", "off", "lock_timeout", BRIEF_LOCK);

    /** The maximum number of connections of a verticle that uses these pools, without those that it shares. */
    public static int connections(Set<Pool> pools, DatabaseSettings settings) {
        return pools.stream()
                .filter(pool -> !pool.isShared())
                .mapToInt(pool -> pool.connections(settings))
                .sum();
    }

    /** The maximum number of connections that all verticles of a node share. */
    public static int sharedConnections(DatabaseSettings settings) {
        return READ.connections(settings) + SCAN.connections(settings) + EXPORT.connections(settings);
    }

    /** Whether the verticles of a node share these connections. */
    boolean isShared() {
        return this == READ || this == SCAN || this == EXPORT;
    }

    /** The maximum number of connections, derived from {@code database.pool-size}. */
    int connections(DatabaseSettings settings) {
        var size = settings.poolSize();
        return switch (this) {
            case READ -> 2 * size;
            case SCAN -> Math.max(1, size / 2);
            case WRITE -> size;
            case BACKGROUND -> (size + 1) / 2;
            case IMPORT -> 1;
            case EXPORT -> EXPORTS;
        };
    }

    /** The time limits of its statements, unless the deadline of a call is earlier. */
    TimeLimits limits(TimeLimits configured) {
        return this == EXPORT || this == IMPORT ? configured.withStatement(LONGEST_TRANSACTION) : configured;
    }

    /** The PostgreSQL parameters of each session. */
    Map<String, String> parameters() {
        return switch (this) {
            case READ -> INDEX_ONLY;
            case SCAN -> ONE_SCAN;
            case WRITE, BACKGROUND -> BRIEF_CHANGES;
            case IMPORT -> INDEX_ONLY_WITH_BRIEF_CHANGES;
            case EXPORT -> ofExport();
        };
    }

    private static Map<String, String> ofExport() {
        Map<String, String> parameters = new HashMap<>(ONE_SCAN);
        parameters.put("idle_in_transaction_session_timeout", LONGEST_PAUSE_OF_EXPORT);
        return parameters;
    }

    /** The turns of the clients on one event loop. */
    FairQueue turns(Vertx vertx, DatabaseSettings settings) {
        return this == SCAN ? turnsOfScans(vertx, settings) : fairTurns(vertx, settings);
    }

    private FairQueue turnsOfScans(Vertx vertx, DatabaseSettings settings) {
        var connections = connections(settings);
        var rejections = NodeMetrics.of(vertx).rejections("scan");
        return new FairQueue(vertx, Bounds.inTotal(connections, WAITING_SCANS * connections), () -> {
            rejections.increment();
            return DatabaseFailures.tooManyScans();
        });
    }

    /** No client has all of several connections; who waits in vain gets the same error as from the pool. */
    private FairQueue fairTurns(Vertx vertx, DatabaseSettings settings) {
        var connections = connections(settings);
        var ofClient = connections > 2 ? connections - 1 : connections;
        return new FairQueue(
                vertx,
                new Bounds(connections, ofClient, settings.maxWaitQueue(), settings.maxWaitQueue()),
                DatabaseFailures::waitIsOver);
    }
}
