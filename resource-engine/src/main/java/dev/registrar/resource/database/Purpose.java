package dev.registrar.resource.database;

import dev.registrar.resource.database.server.DatabaseSettings;
import java.util.Map;
import java.util.Set;

/** What connections are for. A verticle has a pool for each, so that what has one purpose keeps nothing waiting that has another. */
public enum Purpose {
    READING,
    /** Reads that may look at all rows of a table. */
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
    /** The service's own processes, which no number of clients keeps waiting: they do little at once. */
    PROCESSES {
        @Override
        int connections(int poolSize) {
            return (poolSize + 1) / 2;
        }
    };

    /** How many connections a verticle has at most for these purposes. */
    public static int connections(Set<Purpose> purposes, DatabaseSettings settings) {
        return purposes.stream()
                .mapToInt(purpose -> purpose.connections(settings.poolSize()))
                .sum();
    }

    /** How many connections a verticle has at most for it, by {@code database.pool-size}. */
    int connections(int poolSize) {
        return poolSize;
    }

    /** Of PostgreSQL, for each of its sessions. */
    Map<String, String> parameters() {
        return Map.of();
    }
}
