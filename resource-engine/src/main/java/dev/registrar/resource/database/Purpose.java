package dev.registrar.resource.database;

import static dev.registrar.resource.error.ErrorCode.OVERLOADED;

import dev.registrar.resource.concurrency.FairQueue;
import dev.registrar.resource.concurrency.FairQueue.Bounds;
import dev.registrar.resource.database.failure.DatabaseFailures;
import dev.registrar.resource.database.server.DatabaseSettings;
import dev.registrar.resource.metrics.NodeMetrics;
import dev.registrar.resource.store.IndexUse;
import io.vertx.core.Vertx;
import io.vertx.core.impl.NoStackTraceTimeoutException;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * The purposes of connections. There is a pool for each, so that work of one kind does not delay work of another. The
 * verticles of a node share those for reads, so that each of them has enough connections although there are few; those for
 * changes and for processes belong to one verticle.
 */
public enum Purpose {
    /** Reads that use an index, whatever PostgreSQL's estimates of the numbers of matching rows are. */
    READING {
        @Override
        int connections(int poolSize) {
            return 2 * poolSize;
        }

        @Override
        boolean isShared() {
            return true;
        }

        @Override
        Map<String, String> parameters() {
            return Map.of("enable_seqscan", "off", "jit", "off");
        }
    },
    /** Reads that may scan all rows of a table ({@link IndexUse#ALL_ROWS}), including searches. Only a few can wait. */
    SCANNING {
        @Override
        int connections(int poolSize) {
            return Math.max(1, poolSize / 2);
        }

        @Override
        boolean isShared() {
            return true;
        }

        /**
         * A scan uses one processor, and enough memory for the index entries of a million rows; with less, PostgreSQL would
         * split the texts of all rows into words again. Its plan is made for the values of the request, because the best one
         * depends on how many rows match.
         */
        @Override
        Map<String, String> parameters() {
            return Map.of(
                    "max_parallel_workers_per_gather",
                    "0",
                    "jit",
                    "off",
                    "work_mem",
                    "32MB",
                    "plan_cache_mode",
                    "force_custom_plan");
        }

        @Override
        FairQueue turns(Vertx vertx, DatabaseSettings settings) {
            var connections = connections(settings.poolSize());
            return new FairQueue(
                    vertx,
                    Bounds.inTotal(connections, WAITING_SCANS * connections),
                    OVERLOADED
                            .because(
                                    "Too many searches at the same time; try again in a second, or search by an identifier.")
                            .countedBy(NodeMetrics.of(vertx).rejections("scan")));
        }
    },
    CHANGING {
        @Override
        Map<String, String> parameters() {
            return BRIEF_LOCKS;
        }
    },
    /** The service's own processes, which clients must not delay; they need few connections. */
    PROCESSES {
        @Override
        int connections(int poolSize) {
            return (poolSize + 1) / 2;
        }

        @Override
        Map<String, String> parameters() {
            return BRIEF_LOCKS;
        }
    };

    /** For each connection. */
    private static final int WAITING_SCANS = 8;

    private static final Map<String, String> BRIEF_LOCKS =
            Map.of("lock_timeout", Long.toString(LockWaits.TRY.toMillis()));

    /** The maximum number of connections of a verticle for these purposes, without those that it shares. */
    public static int connections(Set<Purpose> purposes, DatabaseSettings settings) {
        return connections(purposes, settings, false);
    }

    /** The maximum number of connections that all verticles of a node share. */
    public static int sharedConnections(DatabaseSettings settings) {
        return connections(EnumSet.allOf(Purpose.class), settings, true);
    }

    private static int connections(Set<Purpose> purposes, DatabaseSettings settings, boolean shared) {
        return purposes.stream()
                .filter(purpose -> purpose.isShared() == shared)
                .mapToInt(purpose -> purpose.connections(settings.poolSize()))
                .sum();
    }

    /** Whether the verticles of a node share these connections. */
    boolean isShared() {
        return false;
    }

    /** The maximum number of connections for this purpose, derived from {@code database.pool-size}. */
    int connections(int poolSize) {
        return poolSize;
    }

    /** The PostgreSQL parameters of each session. */
    Map<String, String> parameters() {
        return Map.of();
    }

    /** The turns of the clients on one event loop. No client has all of several connections. */
    FairQueue turns(Vertx vertx, DatabaseSettings settings) {
        return turns(vertx, settings, connections(settings.poolSize()));
    }

    /** The turns on a number of connections; who waits in vain gets the same error as from the pool. */
    static FairQueue turns(Vertx vertx, DatabaseSettings settings, int connections) {
        var ofClient = connections > 2 ? connections - 1 : connections;
        return new FairQueue(
                vertx,
                new Bounds(connections, ofClient, settings.maxWaitQueue(), settings.maxWaitQueue()),
                () -> new NoStackTraceTimeoutException(DatabaseFailures.WAIT_IS_OVER));
    }
}
