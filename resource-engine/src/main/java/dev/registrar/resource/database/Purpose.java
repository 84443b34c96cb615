package dev.registrar.resource.database;

import java.util.Map;

/**
 * What connections are for. Each purpose has a pool, which the verticles of a node share, so that what has one purpose keeps
 * nothing waiting that has another.
 */
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
    /** Each waits for the disk: more of them at once are written together. */
    CHANGING {
        @Override
        int connections(int poolSize) {
            return poolSize + poolSize / 2;
        }
    },
    /** The service's own processes, which no number of clients keeps waiting. */
    PROCESSES;

    /** How many connections it has at most, by {@code database.pool-size}. */
    int connections(int poolSize) {
        return poolSize;
    }

    /** Of PostgreSQL, for each of its sessions. */
    Map<String, String> parameters() {
        return Map.of();
    }
}
