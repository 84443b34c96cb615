package dev.registrar.resource.database;

import dev.registrar.resource.bus.receiving.ConcurrencyLimit;
import dev.registrar.resource.database.server.DatabaseSettings;
import dev.registrar.resource.store.sql.IndexUse;
import dev.registrar.resource.time.Deadline;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Map;
import java.util.function.Function;

/**
 * The connections for reads that may look at all rows of a table ({@link IndexUse#ALL_ROWS}), searches among them. They are
 * few and not for other reads, and few requests wait for them, so that such reads keep no other ones waiting.
 */
public final class ScanLane {
    private static final int WAITING_PER_CONNECTION = 8;

    /**
     * Such a read takes one processor, and memory for what an index names of a million rows: where there is less, PostgreSQL
     * cuts the texts of all rows into words again.
     */
    static final Map<String, String> PARAMETERS =
            Map.of("max_parallel_workers_per_gather", "0", "jit", "off", "work_mem", "32MB");

    private final Database database;
    private final ConcurrencyLimit limit;

    private ScanLane(Database database, ConcurrencyLimit limit) {
        this.database = database;
        this.limit = limit;
    }

    /** Opens the lane, with half as many connections as there are for other reads. */
    public static Future<ScanLane> open(Vertx vertx, DatabaseSettings settings) {
        return Database.open(vertx, settings, Purpose.SCANNING)
                .map(database -> new ScanLane(database, limitFor(Purpose.SCANNING.connections(settings.poolSize()))));
    }

    private static ConcurrencyLimit limitFor(int connections) {
        return new ConcurrencyLimit(
                connections * (1 + WAITING_PER_CONNECTION),
                "Too many reads at once that look at all resources of a collection; retry after 1 s, or filter by an"
                        + " identifier.");
    }

    /** The same lane for a request that must be over by then. */
    public ScanLane until(Deadline deadline) {
        return new ScanLane(database.until(deadline), limit);
    }

    /** Fails with {@code overloaded} when enough reads are waiting. */
    public <T> Future<T> run(Function<Database, Future<T>> read) {
        return limit.run(() -> read.apply(database));
    }
}
