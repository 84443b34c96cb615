package dev.registrar.resource.store;

import dev.registrar.platform.database.Database;
import dev.registrar.platform.database.ProcessWarning;
import dev.registrar.platform.database.RegularRemoval;
import dev.registrar.platform.database.Statement;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the table of counts small: replaces its rows, one for each statement that created or deleted resources, by
 * their sums. Several nodes may do this at once.
 */
public final class ResourceCounts {
    private static final Logger LOG = LoggerFactory.getLogger(ResourceCounts.class);
    private static final Duration INTERVAL = Duration.ofMillis(500);

    /** So many rows are added up in a few microseconds. */
    private static final int FEW = 100;

    /**
     * Rows that another node is replacing are skipped. The sums are the same before and after. Because of IS TRUE,
     * PostgreSQL looks the rows up in a hash table; otherwise, with a plan from when the table was empty, it compares
     * each with each.
     */
    static final String FOLD = """
            WITH next AS (
                SELECT ctid FROM %1$s.resource_counts
                WHERE EXISTS (SELECT FROM %1$s.resource_counts OFFSET $1)
                LIMIT $2 FOR UPDATE SKIP LOCKED
            ), folded AS (
                DELETE FROM %1$s.resource_counts WHERE (ctid IN (SELECT ctid FROM next)) IS TRUE
                RETURNING type, change
            ), summed AS (
                INSERT INTO %1$s.resource_counts (type, change)
                SELECT type, sum(change) FROM folded GROUP BY type HAVING sum(change) <> 0
            )
            SELECT count(*) FROM folded
            """;

    private ResourceCounts() {}

    /** Starts replacing the rows of a schema, unless they are few. */
    public static void foldRegularly(Vertx vertx, Database database, String schema) {
        var warning = new ProcessWarning(vertx, LOG, "The table of counts cannot be kept small now");
        new RegularRemoval(vertx, database, fold(schema), warning).start(INTERVAL);
    }

    static Statement fold(String schema) {
        return new Statement(FOLD.formatted(schema), Tuple.of((long) FEW, (long) RegularRemoval.BATCH));
    }
}
