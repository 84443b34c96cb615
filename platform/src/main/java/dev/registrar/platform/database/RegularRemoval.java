package dev.registrar.platform.database;

import dev.registrar.platform.time.Repeat;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;

/**
 * Removes rows whose retention time is over, at the start and then at regular intervals. It removes them in batches, so
 * that no statement takes long, however many there are. Several nodes may do this at once. Use it on one event loop
 * only.
 */
public final class RegularRemoval {
    /** The maximum number of rows that a statement removes. */
    public static final int BATCH = 1_000;

    private static final Duration LONGEST_INTERVAL = Duration.ofMinutes(10);

    private final Vertx vertx;
    private final Database database;
    private final Statement batch;
    private final ProcessWarning warning;
    private boolean removing;

    /** The statement removes up to {@link #BATCH} rows, and returns one row with their number. */
    public RegularRemoval(Vertx vertx, Database database, Statement batch, ProcessWarning warning) {
        this.vertx = vertx;
        this.database = database;
        this.batch = batch;
        this.warning = warning;
    }

    /** Starts removing rows that are older than this. */
    public void start(Duration retention) {
        var interval = retention.compareTo(LONGEST_INTERVAL) < 0 ? retention : LONGEST_INTERVAL;
        vertx.setPeriodic(1, interval.toMillis(), timer -> removeUnlessRemoving());
    }

    private void removeUnlessRemoving() {
        if (!removing) {
            removing = true;
            Repeat.until(removed -> removed < BATCH, (long) BATCH, more -> removeBatch())
                    .onFailure(warning::log)
                    .onComplete(over -> removing = false);
        }
    }

    private Future<Long> removeBatch() {
        return database.run(batch).map(rows -> rows.iterator().next().getLong(0));
    }
}
