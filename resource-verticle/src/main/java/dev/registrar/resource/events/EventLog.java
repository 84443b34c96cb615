package dev.registrar.resource.events;

import dev.registrar.resource.store.Database;
import dev.registrar.resource.store.Statement;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The events of one schema, which triggers write, as CloudEvents 1.0. */
final class EventLog {
    private static final int BATCH = 100;

    private static final String COLUMNS = "position, id, occurred_at, change, type, subject, document";

    /** Of several nodes, one publishes at a time, so that positions follow the order of publication. */
    private static final String LOCK = "SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0))";

    private static final String PUBLISH = """
            WITH published AS (
                UPDATE %1$s.events e
                SET position = next.position
                FROM (
                    SELECT number, nextval('%1$s.events_position_seq') AS position
                    FROM (SELECT number FROM %1$s.events WHERE position IS NULL ORDER BY number LIMIT $1) unpublished
                ) next
                WHERE e.number = next.number
                RETURNING e.*
            )
            SELECT %2$s FROM published ORDER BY position
            """;

    private static final String READ = """
            SELECT %2$s FROM %1$s.events WHERE position > $1 ORDER BY position LIMIT $2
            """;

    private static final String PRUNE = """
            DELETE FROM %s.events WHERE position IS NOT NULL AND occurred_at < now() - make_interval(secs => $1)
            """;

    private final Database database;
    private final String schema;

    EventLog(Database database, String schema) {
        this.database = database;
        this.schema = schema;
    }

    /**
     * Publishes the next events, in their order. Should the transaction fail after that, they are published once more.
     *
     * @return whether there may be more
     */
    Future<Boolean> publishNext(Consumer<JsonObject> publisher) {
        var lock = new Statement(LOCK, Tuple.of(schema + ".events"));
        var publish = new Statement(PUBLISH.formatted(schema, COLUMNS), Tuple.of(BATCH));
        return database.inTransaction(transaction -> Database.run(transaction, lock)
                .compose(locked -> locked.iterator().next().getBoolean(0)
                        ? Database.run(transaction, publish).map(rows -> {
                            events(rows).forEach(publisher);
                            return rows.size() == BATCH;
                        })
                        : Future.succeededFuture(false)));
    }

    /** The events that were published after a position, in that order. */
    Future<List<JsonObject>> after(long position, int limit) {
        return database.run(new Statement(READ.formatted(schema, COLUMNS), Tuple.of(position, limit)))
                .map(this::events);
    }

    /** Removes what was published longer ago. */
    Future<Void> prune(Duration retention) {
        return database.run(new Statement(PRUNE.formatted(schema), Tuple.of((double) retention.toSeconds())))
                .mapEmpty();
    }

    private List<JsonObject> events(RowSet<Row> rows) {
        List<JsonObject> events = new ArrayList<>();
        rows.forEach(row -> events.add(event(row)));
        return events;
    }

    /** CloudEvents 1.0, JSON format; {@code sequence} is that of its extension of this name. */
    private JsonObject event(Row row) {
        var type = row.getString("type");
        return new JsonObject()
                .put("specversion", "1.0")
                .put("id", row.getUUID("id").toString())
                .put("source", "/registrar/" + schema)
                .put("type", "dev.registrar.%s.%s".formatted(type, row.getString("change")))
                .put("subject", "%s/%s".formatted(type, row.getUUID("subject")))
                .put("time", row.getOffsetDateTime("occurred_at").toInstant().toString())
                .put("sequence", Long.toString(row.getLong("position")))
                .put("datacontenttype", "application/vnd.api+json")
                .put("data", new JsonObject().put("data", row.getJsonObject("document")));
    }
}
