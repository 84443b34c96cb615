package dev.registrar.resource.events;

import static dev.registrar.resource.error.ErrorCode.EVENTS_REMOVED;
import static dev.registrar.resource.error.ErrorCode.POSITION_UNKNOWN;
import static dev.registrar.resource.error.ErrorSource.pointer;

import dev.registrar.resource.database.Database;
import dev.registrar.resource.database.Statement;
import dev.registrar.resource.error.ErrorSource;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Consumer;

/** Reads the events of one schema, which triggers write, as CloudEvents 1.0. */
final class EventLog {
    private static final int BATCH = 100;
    private static final ErrorSource AFTER = pointer("after");

    private static final String COLUMNS =
            "position, id, occurred_at, authtype, authid, change, type, subject, document";

    /** Only one node publishes at a time, so that positions follow the order of publication. */
    private static final String LOCK = "SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0))";

    /**
     * Subscribers receive the events of each publisher in order, but there is no order between publishers. So one
     * publisher continues until it has published nothing for a while, long enough for everything that it has sent to
     * arrive. A publisher does not take over when there is nothing to publish.
     */
    private static final String PUBLISH = """
            WITH turn AS (
                INSERT INTO %1$s.events_publisher AS last (publisher, published_at)
                SELECT $2, clock_timestamp() WHERE EXISTS (SELECT FROM %1$s.events WHERE position IS NULL)
                ON CONFLICT (only_row) DO UPDATE
                SET publisher = EXCLUDED.publisher, published_at = EXCLUDED.published_at
                WHERE last.publisher = EXCLUDED.publisher OR last.published_at < clock_timestamp() - interval '1 second'
                RETURNING publisher
            ), published AS (
                UPDATE %1$s.events e
                SET position = next.position
                FROM (
                    SELECT number, nextval('%1$s.events_position_seq') AS position
                    FROM (SELECT number FROM %1$s.events WHERE position IS NULL ORDER BY number LIMIT $1) unpublished
                    WHERE EXISTS (SELECT FROM turn)
                ) next
                WHERE e.number = next.number
                RETURNING e.*
            )
            SELECT %2$s FROM published ORDER BY position
            """;

    private static final String READ = """
            SELECT %2$s FROM %1$s.events WHERE position > $1 ORDER BY position LIMIT $2
            """;

    /**
     * The bounds of a replay: it begins after the last position that was removed, but not after the last one assigned.
     */
    private static final String BOUNDS = """
            SELECT pruned.position, (SELECT min(position) FROM %1$s.events),
                CASE WHEN positions.is_called THEN positions.last_value ELSE 0 END
            FROM %1$s.pruned_events pruned, %1$s.events_position_seq positions
            """;

    private static final String PRUNE = """
            WITH pruned AS (
                DELETE FROM %1$s.events
                WHERE position IS NOT NULL AND occurred_at < now() - make_interval(secs => $1)
                RETURNING position
            )
            UPDATE %1$s.pruned_events
            SET position = greatest(position, (SELECT max(position) FROM pruned))
            WHERE EXISTS (SELECT FROM pruned)
            """;

    private final Database database;
    private final String schema;
    private final UUID self = UUID.randomUUID();

    EventLog(Database database, String schema) {
        this.database = database;
        this.schema = schema;
    }

    /**
     * Publishes the next events, in order. If the transaction fails afterwards, they are published again.
     *
     * @return whether there may be more
     */
    Future<Boolean> publishNext(Consumer<JsonObject> publisher) {
        var lock = new Statement(LOCK, Tuple.of(schema + ".events"));
        var publish = new Statement(PUBLISH.formatted(schema, COLUMNS), Tuple.of(BATCH, self));
        return database.inTransaction(transaction -> Database.run(transaction, lock)
                .compose(locked -> locked.iterator().next().getBoolean(0)
                        ? Database.run(transaction, publish).map(rows -> {
                            events(rows).forEach(publisher);
                            return rows.size() == BATCH;
                        })
                        : Future.succeededFuture(false)));
    }

    /**
     * The events that were published after a position, in that order.
     *
     * @param after empty to begin with the oldest stored event
     * @return fails with {@code events_removed} when some of them have been removed, and with {@code position_unknown}
     *     when no event has this position yet
     */
    Future<List<JsonObject>> after(OptionalLong after, int limit) {
        var bounds = new Statement(BOUNDS.formatted(schema), Tuple.tuple());
        var read = new Statement(READ.formatted(schema, COLUMNS), Tuple.of(after.orElse(0), limit));
        return database.readTogether(List.of(bounds, read)).map(results -> {
            after.ifPresent(
                    position -> requireKept(position, results.get(0).iterator().next()));
            return events(results.get(1));
        });
    }

    private static void requireKept(long position, Row bounds) {
        var oldest = Optional.ofNullable(bounds.getLong(1));
        if (position < bounds.getLong(0)) {
            throw EVENTS_REMOVED
                    .at(
                            AFTER,
                            "Events after %d have been removed; %s. Read all resources again, then request events without \"after\"."
                                    .formatted(
                                            position,
                                            oldest.map("the oldest one still stored is %d"::formatted)
                                                    .orElse("none are stored now")))
                    .asException();
        }
        if (position > bounds.getLong(2)) {
            throw POSITION_UNKNOWN
                    .at(
                            AFTER,
                            "The last position of this source is %d. Yours is from another source, or from before a restore."
                                    .formatted(bounds.getLong(2)))
                    .asException();
        }
    }

    /** Removes published events that are older than this. */
    Future<Void> prune(Duration retention) {
        return database.run(new Statement(PRUNE.formatted(schema), Tuple.of(retention.toMillis() / 1000.0)))
                .mapEmpty();
    }

    private List<JsonObject> events(RowSet<Row> rows) {
        List<JsonObject> events = new ArrayList<>();
        rows.forEach(row -> events.add(event(row)));
        return events;
    }

    /** CloudEvents 1.0, JSON format, with the extensions "sequence" and "auth context". */
    private JsonObject event(Row row) {
        var type = row.getString("type");
        var event = new JsonObject()
                .put("specversion", "1.0")
                .put("id", row.getUUID("id").toString())
                .put("source", "/registrar/" + schema)
                .put("type", "dev.registrar.%s.%s".formatted(type, row.getString("change")))
                .put("subject", "%s/%s".formatted(type, row.getUUID("subject")))
                .put("time", row.getOffsetDateTime("occurred_at").toInstant().toString())
                .put("sequence", Long.toString(row.getLong("position")))
                .put("datacontenttype", "application/vnd.api+json")
                .put("authtype", row.getString("authtype"));
        Optional.ofNullable(row.getString("authid")).ifPresent(id -> event.put("authid", id));
        return event.put("data", new JsonObject().put("data", row.getJsonObject("document")));
    }
}
