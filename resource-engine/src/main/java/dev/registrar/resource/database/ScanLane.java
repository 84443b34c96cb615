package dev.registrar.resource.database;

import static dev.registrar.resource.error.ErrorCode.OVERLOADED;

import dev.registrar.resource.concurrency.ConcurrencyLimit;
import dev.registrar.resource.database.server.DatabaseSettings;
import dev.registrar.resource.metrics.NodeMetrics;
import dev.registrar.resource.settings.TimeLimits;
import dev.registrar.resource.store.sql.IndexUse;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Map;
import java.util.function.Function;

/**
 * The connections for reads that may scan all rows of a table ({@link IndexUse#ALL_ROWS}), including searches. They are
 * few and separate from those of other reads, and only a few requests can wait for them, so that scans do not delay
 * other reads.
 */
public final class ScanLane {
    private static final int WAITING_PER_CONNECTION = 8;

    /**
     * A scan uses one processor, and enough memory for the index entries of a million rows; with less, PostgreSQL would
     * split the texts of all rows into words again. Its plan is made for the values of the request, because the best one depends
     * on how many rows match.
     */
    static final Map<String, String> PARAMETERS = Map.of(
            "max_parallel_workers_per_gather",
            "0",
            "jit",
            "off",
            "work_mem",
            "32MB",
            "plan_cache_mode",
            "force_custom_plan");

    private final Database database;
    private final ConcurrencyLimit limit;

    private ScanLane(Database database, ConcurrencyLimit limit) {
        this.database = database;
        this.limit = limit;
    }

    /** Opens the connections, half as many as for other reads, and shares them with the other verticles of the node. */
    public static Future<ScanLane> open(Vertx vertx, DatabaseSettings settings, TimeLimits limits) {
        return Database.open(vertx, settings, limits, Purpose.SCANNING)
                .map(database ->
                        new ScanLane(database, limitFor(vertx, Purpose.SCANNING.connections(settings.poolSize()))));
    }

    private static ConcurrencyLimit limitFor(Vertx vertx, int connections) {
        return new ConcurrencyLimit(
                connections * (1 + WAITING_PER_CONNECTION),
                OVERLOADED
                        .because(
                                "Too many searches at the same time; try again in a second, or search by an identifier.")
                        .countedBy(NodeMetrics.of(vertx).rejections("scan")));
    }

    /** The same connections for other work. */
    public ScanLane of(Work work) {
        return new ScanLane(database.of(work), limit);
    }

    /** Fails with {@code overloaded} when too many reads are waiting. */
    public <T> Future<T> run(Function<Database, Future<T>> read) {
        return limit.run(() -> read.apply(database));
    }
}
