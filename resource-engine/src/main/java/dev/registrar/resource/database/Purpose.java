package dev.registrar.resource.database;

import dev.registrar.resource.database.server.DatabaseSettings;
import java.util.Map;
import java.util.Set;

/**
 * The purposes of connections. A verticle has a pool for each, so that work of one kind does not delay work of another.
 */
public enum Purpose {
    /** Reads that use an index, whatever PostgreSQL's estimates of the numbers of matching rows are. */
    READING {
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
        Map<String, String> parameters() {
            return ScanLane.PARAMETERS;
        }
    },
    CHANGING,
    /** The service's own processes, which clients must not delay; they need few connections. */
    PROCESSES {
        @Override
        int connections(int poolSize) {
            return (poolSize + 1) / 2;
        }
    };

    /** The maximum number of connections of a verticle for these purposes. */
    public static int connections(Set<Purpose> purposes, DatabaseSettings settings) {
        return purposes.stream()
                .mapToInt(purpose -> purpose.connections(settings.poolSize()))
                .sum();
    }

    /** The maximum number of connections of a verticle for this purpose, derived from {@code database.pool-size}. */
    int connections(int poolSize) {
        return poolSize;
    }

    /** The PostgreSQL parameters of each session. */
    Map<String, String> parameters() {
        return Map.of();
    }
}
