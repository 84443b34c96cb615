package dev.registrar.platform.operations;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.function.Supplier;

/**
 * How much work waits in a table.
 *
 * @param size how many rows wait, at most {@link #MOST}: counting more of them would take long
 * @param ageSeconds how long the oldest of them has been waiting; 0 if none waits
 */
public record Backlog(long size, double ageSeconds) {
    public static final int MOST = 10_000;

    /** Reads the columns {@code size} and {@code age}. */
    public static Backlog of(Row row) {
        return new Backlog(row.getLong("size"), row.getDouble("age"));
    }

    /** Shows a backlog as two gauges: {@code name}, and {@code name.age.seconds}. */
    public static void show(
            NodeMetrics metrics, String name, String description, Supplier<Future<Backlog>> reading, String... tags) {
        metrics.read(
                reading,
                List.of(
                        new NodeMetrics.Part<>(name, description, Backlog::size),
                        new NodeMetrics.Part<>(
                                name + ".age.seconds", "Age of the oldest of them", Backlog::ageSeconds)),
                tags);
    }
}
