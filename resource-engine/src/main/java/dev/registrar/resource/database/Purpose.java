package dev.registrar.resource.database;

import dev.registrar.resource.database.server.DatabaseSettings;
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
    /** Reads that may scan all rows of a table. */
    SCANNING {
        @Override
        int connections(int poolSize) {
            return Math.max(1, poolSize / 2);
        }

        @Override
        boolean isShared() {
            return true;
        }

        @Override
        Map<String, String> parameters() {
            return ScanLane.PARAMETERS;
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
}
