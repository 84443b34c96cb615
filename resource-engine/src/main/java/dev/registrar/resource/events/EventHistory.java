package dev.registrar.resource.events;

import static dev.registrar.resource.error.ErrorCode.EVENTS_REMOVED;
import static dev.registrar.resource.error.ErrorCode.POSITION_UNKNOWN;
import static dev.registrar.resource.error.ErrorSource.pointer;

import dev.registrar.resource.database.Database;
import dev.registrar.resource.database.Statement;
import dev.registrar.resource.error.ErrorSource;
import dev.registrar.resource.events.following.EventSource;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads the published events of one schema. */
final class EventHistory {
    private static final ErrorSource AFTER = pointer("after");

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

    /**
     * The bounds of a replay: it begins after the last position that was removed, but not after the last one assigned,
     * and ends with the last one searched.
     */
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

    private final Database database;
    private final String schema;
    private final CloudEvents events;

    EventHistory(Database database, String schema) {
        this.database = database;
        this.schema = schema;
        events = new CloudEvents(schema);
    }

    /**
     * Some events, in the order of their positions.
     *
     * @param position where to continue: there are no other events to return up to this position
     * @param isCut whether there are more events, which would make the reply too long
     */
    record Replayed(List<JsonObject> events, long position, boolean isCut) {}

    /** The last position; whoever reads resources afterwards sees all changes up to it. */
    Future<Replayed> latest() {
        return database.run(new Statement(LATEST.formatted(schema), Tuple.tuple()))
                .map(rows -> new Replayed(List.of(), rows.iterator().next().getLong("latest"), false));
    }

    /**
     * The next events that were published after a position. With types, it searches a bounded number of events, which
     * takes about 1 ms.
     *
     * @param after empty to begin with the oldest stored event
     * @param types only events of these types, as the table has them; empty for all events
     * @return fails with {@code events_removed} when some of them have been removed, and with {@code position_unknown}
     *     when no event has this position yet
     */
    Future<Replayed> after(OptionalLong after, List<String> types, int limit) {
        var searched = types.isEmpty() ? limit : EventSource.MAX_SEARCHED;
        var bounds = new Statement(BOUNDS.formatted(schema), Tuple.of(after.orElse(0), searched));
        var read = new Statement(
                READ.formatted(schema, CloudEvents.COLUMNS),
                Tuple.of(after.orElse(0), searched, types.toArray(String[]::new), limit, EventSource.MAX_BYTES));
        return database.readTogether(List.of(bounds, read)).map(results -> {
            var found = results.get(0).iterator().next();
            after.ifPresent(position -> requireKept(position, found));
            var rows = results.get(1);
            var next = events.of(rows);
            var isCut = !next.isEmpty() && rows.iterator().next().getLong("found") > next.size();
            return new Replayed(next, isCut || next.size() == limit ? lastOf(next) : lastSearched(found, after), isCut);
        });
    }

    private static long lastOf(List<JsonObject> events) {
        return Long.parseLong(events.get(events.size() - 1).getString("sequence"));
    }

    private static long lastSearched(Row bounds, OptionalLong after) {
        return Optional.ofNullable(bounds.getLong("searched")).orElseGet(() -> after.orElse(bounds.getLong("removed")));
    }

    private static void requireKept(long position, Row bounds) {
        if (position < bounds.getLong("removed")) {
            throw EVENTS_REMOVED
                    .at(
                            AFTER,
                            "Events after %s have been removed; %s. Request \"after\": \"latest\", read all resources again, then continue from that position."
                                    .formatted(
                                            position,
                                            Optional.ofNullable(bounds.getLong("oldest"))
                                                    .map(oldest -> "the oldest one still stored is " + oldest)
                                                    .orElse("none are stored now")))
                    .asException();
        }
        if (position > bounds.getLong("assigned")) {
            throw POSITION_UNKNOWN
                    .at(
                            AFTER,
                            "The last position of this source is %s. Yours is from another source, or from before a restore."
                                    .formatted(bounds.getLong("assigned")))
                    .asException();
        }
    }
}
