package dev.registrar.events.log;

import dev.registrar.events.following.EventSource;
import dev.registrar.platform.database.Database;
import dev.registrar.platform.database.Statement;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads the published events of one schema: for replays, and so for everyone who follows them, and for webhooks. */
public record EventLog(Database database, String schema) {
    /** The first of the events whose resources have at most $5 bytes together, and at least one event. */
    private static final String READ = """
            WITH found AS (
                SELECT * FROM (SELECT * FROM %1$s.events WHERE position > $1 ORDER BY position LIMIT $2) searched
                WHERE $3::text[] = '{}' OR type = ANY ($3) OR type || '.' || change = ANY ($3)
                ORDER BY position LIMIT $4
            ), measured AS (
                SELECT *, count(*) OVER () AS found, row_number() OVER (ORDER BY position) AS place,
                    sum(octet_length(document::text) + coalesce(octet_length(former_document::text), 0))
                        OVER (ORDER BY position) AS bytes
                FROM found
            )
            SELECT %2$s, found FROM measured WHERE place = 1 OR bytes <= $5 ORDER BY position
            """;

    private static final String BOUNDS = """
            SELECT pruned.position AS removed,
                (SELECT min(position) FROM %1$s.events) AS oldest,
                CASE WHEN positions.is_called THEN positions.last_value ELSE 0 END AS assigned,
                (SELECT max(position) FROM (
                    SELECT position FROM %1$s.events WHERE position > $1 ORDER BY position LIMIT $2) searched) AS searched
            FROM %1$s.pruned_events pruned, %1$s.events_position_seq positions
            """;

    /**
     * A position is visible only after every earlier one, and after the change whose event has it: one node publishes
     * at a time, and only changes that are committed.
     */
    private static final String LATEST = """
            SELECT greatest(position, (SELECT max(position) FROM %1$s.events)) AS latest FROM %1$s.pruned_events
            """;

    /**
     * Some events, in the order of their positions.
     *
     * @param position where to continue: there are no other events to return up to this position
     * @param isCut whether there are more events, which would make the batch too long
     * @param bounds the positions between which a reader can continue
     */
    public record Batch(List<JsonObject> events, long position, boolean isCut, Bounds bounds) {}

    /**
     * The positions of a log.
     *
     * @param removed the last one whose event was removed: who continues from an earlier one has missed events
     * @param oldest that of the oldest stored event; empty if none is stored
     * @param assigned the last one that an event was given
     */
    public record Bounds(long removed, Optional<Long> oldest, long assigned) {}

    /** The last position; whoever reads resources afterwards sees all changes up to it. */
    public Future<Long> latest() {
        return database.run(new Statement(LATEST.formatted(schema), Tuple.tuple()))
                .map(rows -> rows.iterator().next().getLong("latest"));
    }

    /**
     * The next events that were published after a position. With types, it searches a bounded number of events, which
     * takes about 1 ms.
     *
     * @param after empty to begin with the oldest stored event
     * @param types only events of these types, as the table has them; empty for all events
     */
    public Future<Batch> after(OptionalLong after, List<String> types, int limit) {
        var searched = types.isEmpty() ? limit : EventSource.MAX_SEARCHED;
        var bounds = new Statement(BOUNDS.formatted(schema), Tuple.of(after.orElse(0), searched));
        var read = new Statement(
                READ.formatted(schema, CloudEvents.COLUMNS),
                Tuple.of(after.orElse(0), searched, types.toArray(String[]::new), limit, EventSource.MAX_BYTES));
        return database.readTogether(List.of(bounds, read)).map(results -> {
            var positions = results.get(0).iterator().next();
            var rows = results.get(1);
            var next = Database.list(rows, new CloudEvents(schema)::event);
            var isCut = !next.isEmpty() && rows.iterator().next().getLong("found") > next.size();
            var isAtLimit = isCut || next.size() == limit;
            return new Batch(next, isAtLimit ? lastOf(next) : lastSearched(positions, after), isCut, bounds(positions));
        });
    }

    private static long lastOf(List<JsonObject> events) {
        return CloudEvents.positionOf(events.get(events.size() - 1));
    }

    private static long lastSearched(Row positions, OptionalLong after) {
        return Optional.ofNullable(positions.getLong("searched"))
                .orElseGet(() -> Math.max(after.orElse(0), positions.getLong("removed")));
    }

    private static Bounds bounds(Row positions) {
        return new Bounds(
                positions.getLong("removed"),
                Optional.ofNullable(positions.getLong("oldest")),
                positions.getLong("assigned"));
    }
}
